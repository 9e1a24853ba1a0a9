import { createContext, Script } from 'node:vm';

/** The result of a job that was aborted at its time limit. */
export const tooSlow: unique symbol = Symbol('too slow');

const noJob = (): unknown => undefined;
let job = noJob;

const context = createContext({ run: () => job() });
const script = new Script('run()');

/**
 * Runs a job, and aborts it if it takes longer: also in the middle of a regular expression. Setting the clock takes
 * some 100 µs, so this is only for jobs that may take long. Throws what the job throws.
 */
export function withinTime<T>(run: () => T, milliseconds: number): T | typeof tooSlow {
  const outer = job;
  job = run;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if (isTimeout(error)) return tooSlow;
    throw error;
  } finally {
    job = outer;
  }
}

/** It is an error of the other context, and so none that is an instance of an error here. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
