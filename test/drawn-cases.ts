import fc from 'fast-check';

/**
 * `DRAWN_SEED=N` draws the same cases of every property in each run, as CI does: it judges a change, and what fails there
 * fails here too. Without it each run draws others, and finds what is wrong in all of the project.
 */
const seed = process.env['DRAWN_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
