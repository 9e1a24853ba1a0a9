import { readFileSync } from 'node:fs';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Prints the tests that were skipped in some runs of vitest, and how many passed and failed in all. */
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const tests = reports.flatMap(({ testResults }) =>
  testResults.flatMap(({ assertionResults }) => assertionResults),
);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const count = (status: string) => tests.filter((test) => test.status === status).length;

for (const { fullName } of skipped) process.stdout.write(`skipped: ${fullName}\n`);
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${skipped.length} skipped\n`);
