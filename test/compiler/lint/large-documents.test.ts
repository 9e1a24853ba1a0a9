// @module-tag full
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { largeDocuments } from './large/large-documents.ts';

/** Bounds of each document, far above its real time: anything that grows faster than the document exceeds them. */
const most = { milliseconds: 60_000, megabytes: 1024 };

const wrongOperations = ['25 error method-responses', '50 error path-snake-case'];

/** An object that a GET answers with, and that an error has for its body. */
function withoutLinkAndMessage(objects: number): readonly string[] {
  return [`${objects} error error-body`, `${objects} warning links-self`];
}

const findings: Readonly<Record<string, readonly string[]>> = {
  'many operations': wrongOperations,
  'deep properties': ['1 error nesting-too-deep'],
  'deep arrays': ['1 error error-body'],
  'deep alternatives': withoutLinkAndMessage(101),
  'mutual recursion': [...withoutLinkAndMessage(1), '3000 error date-time-format'],
  'properties chain': withoutLinkAndMessage(1),
  'allOf chain': withoutLinkAndMessage(1),
  'wide allOf': ['1 error error-body', '1 warning links-self', '10000 error date-time-format'],
  'oneOf chain': withoutLinkAndMessage(1000),
  'items chain': ['1 error error-body'],
  'oneOf tree': withoutLinkAndMessage(4096),
  'oneOf lattice': withoutLinkAndMessage(2),
  'allOf lattice': withoutLinkAndMessage(1),
  'properties lattice': withoutLinkAndMessage(1),
  'long text of a date': ['1 error date-time-values'],
  'long name in a path': ['1 error path-snake-case'],
  'long encoded name in a path': ['1 error path-snake-case'],
  'many names in a path': [],
};

/** How many findings of each kind another process counts that has only so much memory. */
async function countFindings(name: string, format: 'json' | 'yaml'): Promise<unknown> {
  const script = `${import.meta.dirname}/large/lint-large-document.ts`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${most.megabytes}`, script, name, format],
    { timeout: most.milliseconds },
  );
  return JSON.parse(stdout);
}

test('the findings of every large document are known', () => {
  expect(Object.keys(findings)).toEqual(Object.keys(largeDocuments));
});

test.for(Object.entries(findings))(
  '%s are looked through in bounded time and memory',
  { timeout: most.milliseconds },
  async ([name, expected]) => {
    expect(await countFindings(name, 'json')).toEqual(expected);
  },
);

test('many operations in YAML are, too', { timeout: most.milliseconds }, async () => {
  expect(await countFindings('many operations', 'yaml')).toEqual(wrongOperations);
});
