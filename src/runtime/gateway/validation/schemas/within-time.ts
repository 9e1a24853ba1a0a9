import { createContext, Script } from 'node:vm';

/** The result of a job that was aborted at its time limit. */
export const tooSlow: unique symbol = Symbol('too slow');

const noJob = (): unknown => undefined;
let job = noJob;

const context = createContext({ run: () => job() });
const script = new Script('run()');

/**
 * Returns the result of a job, or `tooSlow` if it exceeds the time limit, which also aborts a regular expression.
 * Starting the timer takes some 100 µs, so this is only for jobs that may take long. Throws what the job throws.
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

/** Checks only the code: the error comes from the other context, so it is not an instance of this context's Error. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
