import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints at the end of a run which tests were skipped, each with its reason, and how many `npm run test:full` adds. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // With `-t`, all tests of other names are skipped.
    if (modules[0]?.project.vitest.config.testNamePattern) return;
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const left = skipped.filter(isLeft);
    for (const test of skipped) if (!isLeft(test)) print(describeSkipped(test));
    if (left.length > 0) print(describeLeft(left));
  }
}

function isLeft(test: TestCase): boolean {
  return test.tags.includes('full') && test.project.config.provide.isFull === false;
}

/** The reason is the note of the test, or else part of its name. */
function describeSkipped(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' && result.note !== undefined ? ` (${result.note})` : '';
  return `Skipped: ${test.module.relativeModuleId} > ${test.fullName}${note}`;
}

function describeLeft(tests: readonly TestCase[]): string {
  const files = new Set(tests.map(({ module }) => module.relativeModuleId));
  const what = 'long property runs, servers, browsers, processes and large documents';
  return `Left to npm run test:full: ${tests.length} tests of ${files.size} files (${what}).`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
