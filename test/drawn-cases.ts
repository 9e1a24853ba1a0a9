import fc from 'fast-check';

/**
 * `DRAWN_SEED=N` draws the same cases of every property in each run, as CI does for a change: what fails there fails here
 * too. Without it each run draws other cases.
 */
const seed = process.env['DRAWN_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
