import { describe, expect, test } from 'vitest';
import { apiNaming, briefly, head, lintWords } from './find-words.ts';

const file = 'apis/a/openapi.yaml';

/** The findings in a definition whose extensions begin in line 5, without the file's name. */
async function report(extensions: string, lineEnd = '\n'): Promise<readonly string[]> {
  const text = `${head}x-data:\n${extensions}`.replaceAll('\n', lineEnd);
  const { lines } = await lintWords({ [file]: text });
  return lines.map((line) => line.replace(`${file}:`, ''));
}

describe('a comment suppresses what is found', () => {
  test.each([
    ['on the next line', '  # gatewright-ignore no-bad: it is old\n  a: bad\n'],
    ['on its own line', '  a: bad # gatewright-ignore no-bad: it is old\n'],
    ['on the next line with content', '  # gatewright-ignore no-bad: old\n\n  # as agreed\n   \n  a: bad\n'],
    ['several times on the line', '  a: [bad, { b: bad }] # gatewright-ignore no-bad: old\n'],
    ['by several rules', '  a: [bad, worse] # gatewright-ignore no-worse,no-bad : old: very\n'],
    ['in a flow collection', '  a: [x,\n    # gatewright-ignore no-bad: old\n    bad,\n    y]\n'],
    ['in a sequence', '  - x\n  # gatewright-ignore no-bad: old\n  - bad\n'],
    ['at the head of a block scalar', '  a:\n    - >- # gatewright-ignore no-bad: old\n      bad\n'],
    ['after a block scalar', '  b: |\n    x\n  # gatewright-ignore no-bad: old\n  a: bad\n'],
    ['at the end of the file', '  a: bad # gatewright-ignore no-bad: old'],
    ['with more signs and fewer spaces', '  a: bad ##gatewright-ignore no-bad:old\n'],
    ['behind characters of two units', '  "😀": bad # gatewright-ignore no-bad: ü\n'],
    [
      'by two comments',
      '  # gatewright-ignore no-bad: old\n  a: [bad, worse] # gatewright-ignore no-worse: old\n',
    ],
  ])('%s', async (_, extensions) => {
    expect(await report(extensions)).toEqual([]);
    expect(await report(extensions, '\r\n')).toEqual([]);
  });

  test('in declarations too, and in the one document of several', async () => {
    const application = 'kind: Application\nname: B\ntype: web\nowner: bad';
    const keys = '\ncallbackUrls: [https://b.example.edu/]\ngrants: [client_credentials]\n';
    const applications = `# gatewright-ignore no-bad: next\n---\n${application} # gatewright-ignore no-bad: old${keys}---\n${application.replace('B', 'C')}${keys}`;
    const { lines, suppressedFindings } = await lintWords({
      [file]: head,
      'applications.yaml': applications,
    });
    expect(briefly(suppressedFindings.suppressed)).toEqual(['applications.yaml:6 no-bad']);
    expect(lines).toEqual([
      'applications.yaml:1:21 warning suppression-unused No finding of no-bad to suppress here.',
      'applications.yaml:13:8 warning no-bad Found bad.',
    ]);
  });

  test('once for all definitions that share its file', async () => {
    const shared = 'a: bad # gatewright-ignore no-bad: old\n';
    const using = `${head}components: { schemas: { S: { $ref: "./shared.yaml" } } }\n`;
    const { lines, suppressedFindings } = await lintWords({
      [file]: using,
      'apis/b/openapi.yaml': using.replace('./', '../a/'),
      'apis/b/api.yaml': apiNaming('B', './openapi.yaml'),
      'apis/a/shared.yaml': `example:\n  ${shared}`,
    });
    expect(lines).toEqual([]);
    expect(briefly(suppressedFindings.suppressed)).toEqual(['apis/a/shared.yaml:2 no-bad']);
  });
});

describe('a comment does not suppress', () => {
  const unused = 'warning suppression-unused No finding of no-bad to suppress here.';

  test.each([
    [
      'the line after the next',
      '  # gatewright-ignore no-bad: old\n  a: x\n  b: bad\n',
      [`5:23 ${unused}`, '7:6 warning no-bad Found bad.'],
    ],
    [
      'the line before',
      '  a: bad\n  # gatewright-ignore no-bad: old\n  b: x\n',
      ['5:6 warning no-bad Found bad.', `6:23 ${unused}`],
    ],
    [
      'another rule',
      '  a: [bad, worse] # gatewright-ignore no-worse: old\n',
      ['5:7 warning no-bad Found bad.'],
    ],
    [
      'what begins before its line',
      '  a: "\\\n    bad" # gatewright-ignore no-bad: x\n',
      ['5:6 warning no-bad Found bad.', `6:30 ${unused}`],
    ],
    [
      'from within a block scalar',
      '  a: |\n    # gatewright-ignore no-bad: old\n  b: bad\n',
      ['7:6 warning no-bad Found bad.'],
    ],
    [
      'from within quotes',
      '  a: "# gatewright-ignore no-bad: old"\n  b: bad\n',
      ['6:6 warning no-bad Found bad.'],
    ],
    [
      'from behind other words',
      '  a: bad # TODO gatewright-ignore no-bad: old\n',
      ['5:6 warning no-bad Found bad.'],
    ],
    [
      'by a longer word',
      '  a: bad # gatewright-ignore-next no-bad: old\n',
      ['5:6 warning no-bad Found bad.'],
    ],
    [
      'at the end of the file, where nothing follows',
      '  a: x\n# gatewright-ignore no-bad: old\n',
      [`6:21 ${unused}`],
    ],
    [
      'twice',
      '  # gatewright-ignore no-bad: old\n  a: bad # gatewright-ignore no-bad: old\n',
      [`6:30 ${unused}`],
    ],
    ['twice in one comment', '  a: bad # gatewright-ignore no-bad, no-bad: old\n', [`5:38 ${unused}`]],
  ])('%s', async (_, extensions, lines) => {
    expect(await report(extensions)).toEqual(lines);
    expect(await report(extensions, '\r\n')).toEqual(lines);
  });

  test('from a JSON document', async () => {
    const document = { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {} };
    const definition = { ...document, 'x-note': '# gatewright-ignore no-bad: old', 'x-data': 'bad' };
    const { lines } = await lintWords({
      'apis/a/api.yaml': apiNaming('A', './openapi.json'),
      'apis/a/openapi.json': JSON.stringify(definition, null, 2),
    });
    expect(lines).toEqual(['apis/a/openapi.json:9:13 warning no-bad Found bad.']);
  });
});

describe('a problem of a comment', () => {
  const reason = 'error suppression-reason This comment suppresses nothing, since it gives no reason.';
  const bad = '5:6 warning no-bad Found bad.';

  test.each([
    ['without a reason', 'no-bad', [bad, `5:10 ${reason}`]],
    ['with an empty reason', 'no-bad:  ', [bad, `5:10 ${reason}`]],
    ['with a reason that nothing sets off', 'no-bad since it is old', [bad, `5:10 ${reason}`]],
    ['without anything', '', [bad, `5:10 ${reason}`]],
    ['without a rule', ': old', [bad, '5:10 error suppression-rule This comment names no rule.']],
    [
      'with a rule that there is not',
      'no-bda: old',
      [bad, '5:30 error suppression-rule The rule "no-bda" does not exist.'],
    ],
    [
      'with rules without commas',
      'no-bad no-worse: old',
      [bad, '5:30 error suppression-rule The rule "no-bad no-worse" does not exist.'],
    ],
    [
      'with an integrity rule',
      'no-bad, no-broken: old',
      [
        '5:38 error suppression-rule The rule no-broken cannot be suppressed, since compilation relies on it.',
      ],
    ],
  ])('%s', async (_, said, lines) => {
    expect(await report(`  a: bad # gatewright-ignore ${said}\n`)).toEqual(lines);
    expect(await report(`  a: bad # gatewright-ignore ${said}\n`, '\r\n')).toEqual(lines);
  });

  test('and says what was probably meant', async () => {
    const { diagnostics } = await lintWords({ [file]: `${head}# gatewright-ignore no-bda: old\nx-a: 1\n` });
    expect(diagnostics).toEqual([
      {
        code: 'suppression-rule',
        severity: 'error',
        message: 'The rule "no-bda" does not exist.',
        help: 'Did you mean `no-bad`?',
        at: { file, line: 4, column: 21, endLine: 4, endColumn: 27, pointer: '' },
      },
    ]);
  });

  test('where it is against what is found in loading', async () => {
    const note = '# gatewright-ignore stray-file: it is a note\nnote: 1\n';
    const { lines } = await lintWords({ [file]: head, 'apis/note.yaml': note });
    expect(lines).toEqual([
      'apis/note.yaml:1:21 error suppression-rule stray-file is not a rule but an error in reading the sources, so it cannot be suppressed.',
      'apis/note.yaml:2:1 warning stray-file This file contains no declaration, and no API definition uses it.',
    ]);
  });

  test('and keeps from compiling', async () => {
    expect((await lintWords({ [file]: `${head}# gatewright-ignore no-bad\n` })).checked).toBeUndefined();
  });
});

test('a suppressed error does not keep from compiling', async () => {
  const config = {
    'gateway.config.yaml':
      'kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: "https://example.edu" } }\nlint: { rules: { no-bad: error } }\n',
  };
  expect((await lintWords({ ...config, [file]: `${head}x-a: bad\n` })).checked).toBeUndefined();
  const text = `${head}x-a: bad # gatewright-ignore no-bad: old\n`;
  expect((await lintWords({ ...config, [file]: text })).checked).toBeDefined();
});

test('a suppression of a rule that is off, or that does not apply to the file, is unused', async () => {
  const config = {
    'gateway.config.yaml':
      'kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: "https://example.edu" } }\nlint: { rules: { no-bad: off } }\n',
  };
  const { lines } = await lintWords({
    ...config,
    [file]: `${head}x-a: bad # gatewright-ignore no-bad: old\n`,
  });
  expect(lines).toEqual([`${file}:4:30 warning suppression-unused No finding of no-bad to suppress here.`]);
});

test('beside an error of loading, nothing is called unused', async () => {
  const { lines } = await lintWords({ [file]: `${head}x-a: [ # gatewright-ignore no-bad: old\n` });
  expect(lines.map((line) => line.replace(/^\S+ /, '').split(' ')[1])).toEqual(['yaml-syntax']);
});
