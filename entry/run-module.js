import { findProblem } from './find-problem.js';

/** Runs a module as a program, after a text to standard error. If this copy cannot run, writes why, and sets the exit code 2. */
export function runModule(url, { first = '' } = {}) {
  const problem = findProblem();
  if (problem === undefined) {
    process.stderr.write(first);
    return import(url.href);
  }
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}
