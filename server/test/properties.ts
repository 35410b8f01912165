import fc from 'fast-check';

/**
 * Property tests try the same examples in every run, so that a commit's tests say the same wherever they run. To look
 * for new examples: `PROPERTY_RUNS=5000 npm run test:unit`.
 */
const runs = Number(process.env.PROPERTY_RUNS);
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 20261121 });
