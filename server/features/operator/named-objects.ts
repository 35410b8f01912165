import type { NamedObjects } from '../../lib/backup/backup';

/** Objects that rows name, for backups. */
export const NAMED_OBJECTS: NamedObjects[] = [
  { what: 'lodged document', prefixes: ['lodged/'], table: 'lodged_documents', count: 'count(*)' },
  {
    what: 'picture',
    prefixes: ['logos/', 'profile-pictures/'],
    table: 'bea_holders',
    count: 'count(logo_url) + count(profile_picture_url)',
  },
];
