import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findErrorNearby } from '#compiler/load/syntax/errors/find-error-nearby.ts';
import { loadFullYaml } from '#compiler/load/syntax/full-yaml.ts';
import { parseLoadedSource, parseSource } from '#compiler/load/syntax/parse-source.ts';
import { draws, full } from '../../../full-run.ts';

const path = (name: string) =>
  `  /${name}:\n    get:\n      summary: Read it, "as is"\n      tags: [a, b]\n      parameters:\n        - name: x\n          in: query\n`;
const before = `openapi: 3.0.3\npaths:\n${path('a')}${path('b')}`;
/** The content of the next operation begins on line 19. */
const operation = '  /c:\n    get:\n';
const after = Array.from({ length: 20 }, (_, number) => path(`d${number}`)).join('');

/** Each problem as `line:column message help`. */
async function problemsOf(file: string, text: string): Promise<readonly string[]> {
  const source = await parseSource(file, text);
  return source.problems.map(({ span, message, help }) => {
    const { line, column } = source.toLocation(span, '');
    return [`${line}:${column}`, message, ...(help === undefined ? [] : [help])].join(' ');
  });
}

describe('one error of a YAML document is one finding, at its cause', () => {
  test.each([
    [
      'a missing space after the colon of a first key',
      '      operationId:a\n      summary: Read\n',
      '19:18 A space is missing after this colon. Write `operationId: `, and then the value.',
    ],
    [
      'a missing space after the colon of another key',
      '      summary: Read\n      operationId:a\n      tags: [a]\n',
      '20:18 A space is missing after this colon. Write `operationId: `, and then the value.',
    ],
    [
      'a bracket that follows the colon of a key',
      "info:{ title: a, version: '1' }\n",
      '19:5 A space is missing after this colon. Write `info: `, and then the value.',
    ],
    [
      'brackets that follow the colon of a path',
      'paths:\n  /dogs/{id}:{ get: { responses: {} } }\n',
      '20:13 A space is missing after this colon. Write `/dogs/{id}: `, and then the value.',
    ],
    [
      'a quote that follows the colon of the last key',
      "info:\n  title: a\n  version:'1'\n",
      '21:10 A space is missing after this colon. Write `version: `, and then the value.',
    ],
    [
      'nesting that the library gives up',
      `a: ${'['.repeat(10_000)}\n`,
      '1:1 The file exceeds the nesting limit of 256 levels. Move the inner parts into components and refer to them.',
    ],
    [
      'a missing colon',
      '      summary: Read\n      responses\n        "200": {}\n',
      '20:7 This line is neither a key nor a value: a colon is missing. End the key with a colon, and write a space before its value.',
    ],
    [
      'a double quote that is not closed',
      '      summary: "Read\n      tags: [a]\n',
      '19:16 This quote is not closed. Close it at the end of its value, or put the value in quotes of the other kind.',
    ],
    [
      'a single quote that is not closed',
      "      summary: 'Read\n      tags: [a]\n",
      '19:16 This quote is not closed. Close it at the end of its value, or put the value in quotes of the other kind.',
    ],
    [
      'a quote that a later one closes',
      '      externalDocs: "Read\n        url: "x"\n      tags: [a]\n',
      '19:21 This quote is not closed. Close it at the end of its value, or put the value in quotes of the other kind.',
    ],
    [
      'a bracket that is not closed',
      '      tags: [a\n      summary: Read\n',
      '19:13 This `[` is not closed. Close it with `]` at the end of its content.',
    ],
    [
      'a brace that is not closed',
      '      x-a: { b: [c]\n      summary: Read\n',
      '19:12 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'a bracket that is not open',
      '      x-a: 1\n      x-b: ]\n      summary: Read\n',
      '20:12 This `]` closes nothing. Remove it, or write the opening bracket.',
    ],
    [
      'a tab',
      '\t\tsummary: Read\n      tags: [a]\n',
      '19:1 Tabs are not allowed as indentation. Indent with spaces; YAML does not allow tabs.',
    ],
    [
      'a line that is not far enough in',
      '      summary: Read\n     tags: [a]\n',
      '20:6 This line is aligned with no line above it. Indent it by 4 or 6 spaces.',
    ],
    [
      'a line that is too far in',
      '      summary: Read\n       tags: [a]\n      x-a: 1\n',
      '20:8 This line is indented as if it belonged to the value above it. Align it with the key above it.',
    ],
    [
      'a value that begins with @',
      '      summary: @Read\n      tags: [a]\n',
      '19:16 A value cannot begin with `@` unless it is in quotes. Put the value in quotes.',
    ],
    [
      'a value that begins with %',
      '      summary: %Read\n',
      '19:16 A value cannot begin with `%` unless it is in quotes. Put the value in quotes.',
    ],
    [
      'a value that begins with a backtick',
      '      summary: `Read` it\n',
      '19:16 A value cannot begin with a backtick unless it is in quotes. Put the value in quotes.',
    ],
    [
      'a value that begins with *',
      '      summary: *Read* it\n',
      '19:16 The anchor &Read* is not defined before this alias. Define the anchor above, or put a value that begins with `*` in quotes.',
    ],
    [
      'a value with a colon',
      '      summary: Read: it\n',
      '19:16 This value contains a colon and a space, so it must be in quotes. Put the value in quotes.',
    ],
    [
      'text after a quoted value',
      "      summary: 'It's ours'\n",
      "19:20 A quoted value ends before this text. Write a quote inside the value as `''`.",
    ],
    [
      'a backslash in double quotes',
      '      pattern: "\\d+"\n',
      '19:17 Invalid escape sequence \\d. Write a backslash inside double quotes as two, or put the value in single quotes.',
    ],
    [
      'a template',
      '      summary: {{ title }}\n',
      '19:17 A key must be text. Put a value that begins with a bracket in quotes.',
    ],
    ['a key with a tag', '      !!int 200: {}\n', '19:7 A key must be text. Write the key without `!!int`.'],
    [
      'text on the line of a block scalar',
      '      summary: > Read\n',
      '19:18 Text cannot begin on the line of `|` or `>`. Begin the text on the next line, or put the value in quotes.',
    ],
    [
      'a conflict of a merge',
      '<<<<<<< HEAD\n      summary: Read\n=======\n      summary: See\n>>>>>>> other\n',
      '19:1 `<<<<<<<` marks a conflict of a merge that is not resolved. Resolve the conflict, and remove its markers.',
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await problemsOf('openapi.yaml', before + operation + lines + after)).toEqual([expected]);
  });

  test('and one in each of several documents', async () => {
    const text = 'a: [1\nb: 2\n---\nc: @d\n---\ne: 1\n';
    expect(await problemsOf('x.yaml', text)).toEqual([
      '1:4 This `[` is not closed. Close it with `]` at the end of its content.',
      '4:4 A value cannot begin with `@` unless it is in quotes. Put the value in quotes.',
    ]);
  });

  test('whatever character is missing or added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(before.length).filter((at) => /\S/.test(before.charAt(at))),
        fc.constantFrom('', '"', "'", '[', '}', '@', '\t'),
        async (at, added) => {
          const text = before.slice(0, at) + added + before.slice(added === '' ? at + 1 : at) + after;
          const problems = await problemsOf('openapi.yaml', text);
          const line = before.slice(0, at).split('\n').length;
          expect(problems.length).toBeLessThanOrEqual(1);
          for (const problem of problems)
            expect(Number.parseInt(problem, 10)).toBeOneOf([line - 1, line, line + 1]);
        },
      ),
      { numRuns: draws(500) },
    );
  });
});

describe('brackets of YAML', () => {
  test.each([
    [
      'an object before the next item',
      'a: [ {x: 1, y: [1, 2], {z: 3} ]\nb: 1\n',
      '1:6 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'brackets in quotes and comments',
      "a: [ \"x]\", 'y]', # ]\r\n  it's, 'it'']'\r\nb: 1\r\n",
      '1:4 This `[` is not closed. Close it with `]` at the end of its content.',
    ],
    [
      'a value that begins with a bracket',
      'url: {id}/x\nb: 1\n',
      '1:10 A value ends with its bracket, before this text. Put the whole value in quotes.',
    ],
  ])('%s', async (_, text, expected) => {
    expect(await problemsOf('a.yaml', text)).toEqual([expected]);
  });
});

describe('one error of a JSON document is one finding, at its cause', () => {
  test.each([
    [
      'an object that is not closed',
      '{\n  "a": {\n    "b": 1\n  ,\n  "c": { "d": [1, 2] }\n}\n',
      '2:8 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'the root that is not closed',
      '{\n  "a": "{"\n',
      '1:1 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'a comma that is missing',
      '{\n  "a": 1\n  "b": 2\n}\n',
      '3:3 Expected `,` or `}` here. Write a comma before it.',
    ],
    [
      'a comma after the last member',
      '{"a": 1,}',
      '1:9 Expected a key in double quotes here. Remove the comma before it.',
    ],
    ['a comma after the last item', '{"a": [1,]}', '1:10 Expected a value here. Remove the comma before it.'],
    ['a comment', '// a\n{}', '1:1 Expected a value here. Remove the comment; JSON has none.'],
    [
      'single quotes',
      "{'a': 1}",
      '1:2 Expected a key in double quotes here. Write double quotes in place of single ones.',
    ],
    [
      'a key without quotes',
      '{a: 1}',
      '1:2 Expected a key in double quotes here. Put the key in double quotes.',
    ],
    [
      'not a number',
      '{"a": NaN}',
      '1:7 Expected a value here. Write a number, or null; JSON has no such value.',
    ],
    ['another spelling of a value', '{"a": True}', '1:7 Expected a value here. Write it in lower case.'],
    ['a zero before a number', '{"a": 01}', '1:8 Expected `,` or `}` here. Remove the zero before it.'],
    [
      'text after the document',
      '{} x',
      '1:4 Expected the end of the file here. Remove what follows the first value.',
    ],
    [
      'YAML',
      'openapi: 3.1.0\n',
      '1:1 Expected a value here. Write JSON, or give a file with YAML a name that ends in `.yaml`.',
    ],
    [
      'a quote that is not closed',
      '{\n  "a": "1,\n  "b": 2\n}\n',
      '2:8 This quote is not closed. Close it at the end of its value.',
    ],
    [
      'a key whose quote is not closed',
      '{\n  "a: 1\n}\n',
      '2:3 This quote is not closed. Close it at the end of its value.',
    ],
    [
      'a string that the end of the file cuts off',
      '{"a":[{"b":[1,2,{"c":"d\\',
      '1:22 This quote is not closed. Close it at the end of its value.',
    ],
    [
      'an array before the next key',
      '{\r\n\t"a": ["]", 2,\r\n\t"c": 2\r\n}\r\n',
      '2:7 This `[` is not closed. Close it with `]` at the end of its content.',
    ],
    [
      'an array before the end of its object',
      '{\n  "a": ["}", [1, 2], "]"\n}\n',
      '2:8 This `[` is not closed. Close it with `]` at the end of its content.',
    ],
    [
      'an object before the end of its array',
      '[\n  {"a": {"b": "\\"{"}]\n',
      '2:3 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'an object before the next item of its array',
      '[\n  {"a": 1,\n  {"b": 2}\n]\n',
      '2:3 This `{` is not closed. Close it with `}` at the end of its content.',
    ],
    [
      'a file that is cut off',
      '{"a":[{"b":[1,2,{"c":1}',
      '1:12 This `[` is not closed. Close it with `]` at the end of its content.',
    ],
    [
      'a bracket that closes nothing',
      '{"a": [1]}]\n',
      '1:11 This `]` closes nothing. Remove it, or write the opening bracket.',
    ],
  ])('%s', async (_, text, expected) => {
    expect(await problemsOf('openapi.json', text)).toEqual([expected]);
  });
});

describe('a bracket or a quote in a large file', full, () => {
  const item = '{"b":[1,2],"c":"]"}';
  const items = (count: number) => Array.from({ length: count }, () => item).join(',');
  const blocks = (count: number) => 'key:\n  b: [1, 2]\n  c: {x: "y"}\n'.repeat(count);
  const bracket = (at: string) =>
    `${at} This \`[\` is not closed. Close it with \`]\` at the end of its content.`;
  const quote = (at: string) =>
    `${at} This quote is not closed. Close it at the end of its value, or put the value in quotes of the other kind.`;

  test.each([
    ['a.json', 'one line, cut off', `{"a":[${items(200_000)}`, bracket('1:6')],
    ['a.json', 'one line', `[${items(100_000)},{"b":[1,2},${items(100_000)}]`, bracket('1:2000007')],
    ['a.yaml', 'one line, cut off', `{"a":[${items(200_000)}`, bracket('1:6')],
    ['a.yaml', 'one line', `a: [${items(100_000)},{b: [1,2},${items(100_000)}]`, bracket('1:2000009')],
    ['a.yaml', 'lines of JSON, cut off', `{\n"a": [\n${`${item},\n`.repeat(100_000)}`, bracket('2:6')],
    ['a.yaml', 'blocks, cut off', `${blocks(40_000)}z: {a: [1`, bracket('120001:8')],
    ['a.yaml', 'blocks, cut off in a quote', `${blocks(40_000)}z: "a`, quote('120001:4')],
    ['a.yaml', 'blocks', `${blocks(20_000)}z: [1\n${blocks(20_000)}`, bracket('60001:4')],
    ['a.yaml', 'blocks with a quote', `${blocks(20_000)}z: "1\n${blocks(20_000)}`, quote('60001:4')],
  ])('%s: %s', async (file, _, text, expected) => {
    expect(await problemsOf(file, text)).toEqual([expected]);
  });
});

test('an error of a large text is found in an excerpt, and is the same', async () => {
  await loadFullYaml();
  fc.assert(
    fc.property(
      fc.nat(before.length - 1),
      fc.constantFrom('', '"', "'", '[', '}', '@', '\t'),
      (at, added) => {
        fc.pre(/\S/.test(before.charAt(at)));
        const text = before.slice(0, at) + added + before.slice(added === '' ? at + 1 : at) + after;
        const [problem] = parseLoadedSource('openapi.yaml', text).problems;
        expect(findErrorNearby(text) ?? problem).toEqual(problem);
        expect(findErrorNearby(text, 60) ?? problem).toEqual(problem);
      },
    ),
    { numRuns: draws(1000) },
  );
});
