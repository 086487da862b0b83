const fc = require('fast-check');

// Random laws take the same way through their cases in every run, so that a run tells of the code and not of luck.
// `FC_SEED=random npm test` goes other ways, `FC_SEED=<number>` the one that a failed law named.
const USUAL = 8_402;

const asked = process.env.FC_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: asked ? Number(asked) : USUAL });
