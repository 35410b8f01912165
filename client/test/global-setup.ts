/** The app imports the table of localities, which a fresh clone has to make first. */
export { writeLocalities as default } from '../../server/scripts/build/build-localities';
