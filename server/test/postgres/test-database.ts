const KINDS = ['plain', 'partitions', 'cluster'] as const;
type Kind = (typeof KINDS)[number];

/**
 * What lies under the API tests, by the variable of this name: an embedded PostgreSQL as it is, the same with holders' tables partitioned
 * by holder, or the Citus cluster of CITUS_URL.
 */
export const TEST_DATABASE = kindOf(process.env.TEST_DATABASE || 'plain');

function kindOf(name: string): Kind {
  const kind = KINDS.find((known) => known === name);
  if (!kind) throw new Error(`TEST_DATABASE is one of ${KINDS.join(', ')}`);
  return kind;
}

/** The test files that TEST_DATABASE leaves out, and why; the run says so. */
export const LEFT_OUT: Record<string, string> =
  TEST_DATABASE === 'cluster'
    ? {
        'server/scripts/doctor/doctor.test.ts': 'it is about roles and databases of the embedded PostgreSQL',
        'server/lib/database/roles.test.ts': 'it is about roles and databases of the embedded PostgreSQL',
        'server/lib/database/migrations.test.ts': 'an installation is distributed after its first migration',
      }
    : {};
