const fc = require('fast-check');

// Property tests use the same seed in every run, so that a failure comes from the code and not from luck.
// `FC_SEED=random npm test` goes other ways, `FC_SEED=<number>` the one that a failed law named.
const USUAL = 8_402;

const asked = process.env.FC_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: asked ? Number(asked) : USUAL });
