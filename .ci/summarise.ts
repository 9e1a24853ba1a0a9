import { readFileSync } from 'node:fs';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface AllowedSkip {
  /** What the full name of the test starts with. */
  readonly test: string;
  readonly reason: string;
}

/** Prints what passed, failed and was skipped in some runs of vitest; fails where a skipped test is not on the list. */
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const list = new URL('allowed-skips.json', import.meta.url);
const allowed = JSON.parse(readFileSync(list, 'utf8')) as readonly AllowedSkip[];

const tests = reports.flatMap(({ testResults }) =>
  testResults.flatMap(({ assertionResults }) => assertionResults),
);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const count = (status: string) => tests.filter((test) => test.status === status).length;

for (const { fullName } of skipped) {
  const entry = allowed.find(({ test }) => fullName.startsWith(test));
  process.stdout.write(`skipped: ${fullName}: ${entry?.reason ?? 'not in .ci/allowed-skips.json'}\n`);
  if (entry === undefined) process.exitCode = 1;
}
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${skipped.length} skipped\n`);
