import { describe, expect, test } from 'vitest';
import { apiNaming, briefly, head, lintWords, type Linted } from './find-words.ts';

const document = {
  openapi: '3.0.3',
  info: { title: 'A', version: '1' },
  paths: {},
  'x-a/b': { c: 'bad', d: ['x', 'bad', 'worse'] },
  'x-a': 'bad',
};

function lintIgnoring(ignoring: string, files: Readonly<Record<string, string>> = {}): Promise<Linted> {
  return lintWords({
    'apis/a/api.yaml': apiNaming('A', './openapi.json'),
    'apis/a/openapi.json': JSON.stringify(document, null, 1),
    'gatewright-ignore.yaml': ignoring,
    ...files,
  });
}

function entry(pointer: string, file = 'apis/a/openapi.json', rule = 'no-bad'): string {
  return `- { rule: ${rule}, file: '${file}', pointer: '${pointer}', reason: It is old. }\n`;
}

const found = ['9 no-bad', '12 no-bad', '16 no-bad', '13 no-worse'].map(
  (one) => `apis/a/openapi.json:${one}`,
);

describe('an entry of the ignore file suppresses', () => {
  test.each([
    ['what is at its pointer', entry('/x-a~1b/c'), [found[0]]],
    ['what is below its pointer', entry('/x-a~1b'), [found[0], found[1]]],
    ['what is in a list item', entry('/x-a~1b/d/1'), [found[1]]],
    ['nothing that only begins alike', entry('/x-a'), [found[2]]],
    ['a whole file', entry(''), [found[0], found[1], found[2]]],
    ['in the files of a glob', entry('/x-a', '**/*.json'), [found[2]]],
    ['in a file that is named from here', entry('/x-a', './apis/a/openapi.json'), [found[2]]],
    ['in the files of a glob from here', entry('/x-a', './apis/**'), [found[2]]],
    [
      'by each of several',
      entry('/x-a') + entry('/x-a~1b/d', 'apis/a/openapi.json', 'no-worse'),
      [found[2], found[3]],
    ],
  ])('%s', async (_, ignoring, suppressed) => {
    const { suppressedFindings, lines } = await lintIgnoring(ignoring);
    expect(briefly(suppressedFindings.suppressed)).toEqual(suppressed);
    expect(lines).toHaveLength(found.length - suppressed.length);
    expect(lines.join('\n')).not.toContain('gatewright-ignore');
  });

  test('in a file whose name is a glob itself', async () => {
    const { suppressedFindings } = await lintWords({
      'apis/a/api.yaml': apiNaming('A', './[v1].yaml'),
      'apis/a/[v1].yaml': `${head}x-a: bad\n`,
      'gatewright-ignore.yaml': entry('/x-a', 'apis/a/[v1].yaml'),
    });
    expect(briefly(suppressedFindings.suppressed)).toEqual(['apis/a/[v1].yaml:4 no-bad']);
  });

  test('nothing that a comment suppresses already', async () => {
    const { lines } = await lintWords({
      'apis/a/openapi.yaml': `${head}x-a: bad # gatewright-ignore no-bad: old\n`,
      'gatewright-ignore.yaml': entry('/x-a', 'apis/a/openapi.yaml'),
    });
    expect(lines).toEqual([
      'gatewright-ignore.yaml:1:11 warning suppression-unused No finding of no-bad to suppress here.',
    ]);
  });
});

describe('a problem of an entry in the ignore file', () => {
  const at = 'gatewright-ignore.yaml:1';

  test.each([
    [
      'where it suppresses nothing',
      entry('/x-b'),
      [`${at}:11 warning suppression-unused No finding of no-bad to suppress here.`],
    ],
    [
      'where it repeats another entry',
      entry('/x-a') + entry('/x-a'),
      ['gatewright-ignore.yaml:2:11 warning suppression-unused No finding of no-bad to suppress here.'],
    ],
    [
      'where there is no such rule',
      entry('', '*', 'no-bda'),
      [`${at}:11 error suppression-rule The rule "no-bda" does not exist.`],
    ],
    [
      'where its rule is one of integrity',
      entry('', '*', 'no-broken'),
      [
        `${at}:11 error suppression-rule The rule no-broken cannot be suppressed, since compilation relies on it.`,
      ],
    ],
    [
      'without a reason',
      "- { rule: no-bad, file: '*', pointer: '' }\n",
      [`${at}:3 error missing-field \`reason\` is missing from an entry.`],
    ],
    [
      'with an empty reason',
      "- { rule: no-bad, file: '*', pointer: '', reason: ' ' }\n",
      [`${at}:51 error invalid-value \`reason\` does not have the required form.`],
    ],
    [
      'with a field of another name',
      "- { rule: no-bad, file: '*', pointr: '', pointer: '', reason: x }\n",
      [`${at}:30 error unknown-field \`pointr\` is not a field of an entry.`],
    ],
    [
      'with a pointer that is none',
      entry('x-a'),
      [`${at}:57 error invalid-value \`pointer\` does not have the required form.`],
    ],
    ['that is no entry', '- no-bad\n', [`${at}:3 error invalid-value This is not a valid entry.`]],
    [
      'in a file that is no list',
      'no-bad: x\n',
      [`${at}:1 error invalid-value An ignore file must contain one list of entries.`],
    ],
    [
      'in a file of several documents',
      '[]\n---\n[]\n',
      [`${at}:1 error invalid-value An ignore file must contain one list of entries.`],
    ],
  ])('%s', async (_, ignoring, reported) => {
    const { lines } = await lintIgnoring(ignoring);
    expect(lines.filter((line) => !line.startsWith('apis/'))).toEqual(reported);
  });

  test('and the others hold', async () => {
    const { lines, suppressedFindings } = await lintIgnoring(`- no-bad\n${entry('')}`);
    expect(lines).toEqual([
      'apis/a/openapi.json:13:4 warning no-worse Found worse.',
      'gatewright-ignore.yaml:1:3 error invalid-value This is not a valid entry.',
    ]);
    expect(suppressedFindings.suppressed).toHaveLength(3);
  });

  test('and says what was probably meant, and what a field is for', async () => {
    const { sources } = await lintIgnoring('');
    expect(sources.covers('gatewright-ignore.yaml')).toBe(true);
    const { lines } = await lintIgnoring("- { rul: no-bad, file: '*', pointer: '', reason: x }\n");
    expect(lines.filter((line) => line.startsWith('gatewright'))).toEqual([
      'gatewright-ignore.yaml:1:3 error missing-field `rule` is missing from an entry.',
      'gatewright-ignore.yaml:1:5 error unknown-field `rul` is not a field of an entry.',
    ]);
  });
});

describe('the ignore file', () => {
  test.each(['', '# nothing yet\n', '[]\n'])('may be empty: %j', async (ignoring) => {
    const { lines, suppressedFindings } = await lintIgnoring(ignoring);
    expect(lines).toHaveLength(found.length);
    expect(suppressedFindings.suppressed).toEqual([]);
  });

  test('is neither a stray file nor a declaration, though a glob finds it', async () => {
    const config =
      'kind: Gateway\nformat: 1\norganisation: Example\nsources: ["**/*.yaml"]\ndeployments: { production: { gatewayUrl: "https://example.edu" } }\n';
    const { lines } = await lintIgnoring(entry('') + entry('', '**', 'no-worse'), {
      'gateway.config.yaml': config,
    });
    expect(lines).toEqual([]);
  });

  test('is reported where it is broken', async () => {
    const { lines } = await lintIgnoring('- { rule: [\n');
    expect(lines.filter((line) => line.startsWith('gatewright')).map((line) => line.split(' ')[2])).toContain(
      'yaml-syntax',
    );
  });

  test('is watched before it is there', async () => {
    const { sources } = await lintWords({ 'apis/a/openapi.yaml': head });
    expect(
      ['gatewright-ignore.yaml', 'gatewright-baseline.json', 'other.json'].map((file) =>
        sources.covers(file),
      ),
    ).toEqual([true, true, false]);
    expect(sources.files).toEqual(['apis/a/api.yaml', 'apis/a/openapi.yaml', 'gateway.config.yaml']);
  });
});
