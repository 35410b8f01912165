import fc from 'fast-check';

/**
 * Property tests use the same examples in every run, so that a commit's result is the same wherever it runs. To try new
 * examples: `PROPERTY_RUNS=5000 npm run test:unit`.
 */
const runs = Number(process.env.PROPERTY_RUNS);
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 20261121 });
