import type { NamedObjects } from '../../lib/backup/backup';

/** Objects that rows name, for backups. */
export const NAMED_OBJECTS: NamedObjects[] = [
  {
    what: 'lodged document',
    prefixes: ['lodged/'],
    count: 'select count(*)::int as count from lodged_documents',
  },
  {
    what: 'picture',
    prefixes: ['logos/', 'profile-pictures/'],
    count: 'select count(logo_url)::int + count(profile_picture_url)::int as count from bea_holders',
  },
];
