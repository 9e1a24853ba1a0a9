import { findProblem } from './find-problem.js';

/** Runs a module as a program. If this copy cannot run, writes why, and sets the exit code 2. */
export function runModule(url) {
  const problem = findProblem();
  if (problem === undefined) return import(url.href);
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}
