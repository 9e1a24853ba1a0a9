import { readFileSync } from 'node:fs';

interface Test {
  readonly fullName: string;
  readonly status: string;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Test[] }[];
}

interface AllowedSkip {
  /** What the full name of the test starts with. */
  readonly test: string;
  readonly reason: string;
}

/**
 * Prints what passed, failed and was skipped in some runs of vitest; fails where a skipped test is not on the list. A test
 * that is in several runs is skipped if none of them runs it.
 */
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const list = new URL('allowed-skips.json', import.meta.url);
const allowed = JSON.parse(readFileSync(list, 'utf8')) as readonly AllowedSkip[];

const ranks = ['passed', 'failed'];
const results = new Map<string, Test>();
for (const { testResults } of reports)
  for (const { name, assertionResults } of testResults)
    for (const sameName of Map.groupBy(assertionResults, ({ fullName }) => fullName).values())
      for (const [index, test] of sameName.entries()) add(JSON.stringify([name, test.fullName, index]), test);

const tests = [...results.values()];
const skipped = tests.filter(({ status }) => !ranks.includes(status));
const count = (status: string) => tests.filter((test) => test.status === status).length;

for (const { fullName } of skipped) {
  const entry = allowed.find(({ test }) => fullName.startsWith(test));
  process.stdout.write(`skipped: ${fullName}: ${entry?.reason ?? 'not in .ci/allowed-skips.json'}\n`);
  if (entry === undefined) process.exitCode = 1;
}
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${skipped.length} skipped\n`);

function add(key: string, test: Test): void {
  const earlier = results.get(key);
  if (!earlier || ranks.indexOf(test.status) > ranks.indexOf(earlier.status)) results.set(key, test);
}
