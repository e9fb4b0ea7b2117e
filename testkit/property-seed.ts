import fc from 'fast-check';

/** Variable with the seed of all property tests; `npm run test:all` sets a new one each time and prints it. */
export const PROPERTY_SEED = 'SKYPORT_PROPERTY_SEED';
/** Variable that `npm run test:all` sets: tests use their larger samples. */
export const WHOLE_RUN = 'SKYPORT_WHOLE_RUN';
const FIXED_SEED = 20_261_126;

fc.configureGlobal({ seed: Number(process.env[PROPERTY_SEED] ?? FIXED_SEED) });
