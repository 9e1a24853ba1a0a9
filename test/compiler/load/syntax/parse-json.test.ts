import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '#compiler/load/syntax/parse-json.ts';
import { parseLoadedSource } from '#compiler/load/syntax/parse-source.ts';
import { loadFullYaml } from '#compiler/load/syntax/full-yaml.ts';
import type { SourceFile } from '#compiler/workspace/source-file.ts';
import { splitPointer, appendPointer } from '#source/place.ts';

await loadFullYaml();

/** Every pointer of a value, the root first. */
function pointersOf(value: unknown, pointer = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([key, member]) => pointersOf(member, appendPointer(pointer, key))),
  ];
}

function valueAt(value: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce((parent, token) => (parent as Record<string, unknown>)[token], value);
}

describe('places in JSON', () => {
  test('hold exactly the value that the pointer names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const [document] = parseJson('x.json', text).documents;
        for (const pointer of pointersOf(value)) {
          const { start, end } = document!.locate(splitPointer(pointer), 'value');
          expect(JSON.parse(text.slice(start, end))).toEqual(
            JSON.parse(JSON.stringify(valueAt(value, pointer))),
          );
        }
      }),
    );
  });

  test('are those that a YAML parser finds in the same text', () => {
    const json = fc
      .jsonValue({ noUnicodeString: true, maxDepth: 3 })
      .filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, null, 2);
        const [asJson] = parseJson('x.json', text).documents;
        const yaml = parseLoadedSource('x.yaml', text);
        if (yaml.problems.length > 0) return;
        for (const pointer of pointersOf(value)) {
          for (const part of ['key', 'value'] as const) {
            const tokens = splitPointer(pointer);
            expect(asJson!.locate(tokens, part)).toEqual(yaml.documents[0]!.locate(tokens, part));
          }
        }
      }),
    );
  });

  test.each([
    ['a trailing comma', '{"a": 1,}', '1:9 Expected a key in double quotes here.'],
    ['a missing comma', '[1 2]', '1:4 Expected `,` or `]` here.'],
    ['a comment', '{\n  // no\n}', '2:3 Expected a key in double quotes here.'],
    ['a cut file', '{"a": [1,', '1:7 This `[` is not closed.'],
    ['an open string', '["a', '1:2 This quote is not closed.'],
    ['a bare word', 'yes', '1:1 Expected a value here.'],
    ['two values', '{} {}', '1:4 Expected the end of the file here.'],
    ['a leading zero', '[01]', '1:3 Expected `,` or `]` here.'],
    ['nothing', '', '1:1 The file ends where a value is expected.'],
    ['a line break in a string', '["a\nb"]', '1:2 This quote is not closed.'],
  ])('are reported for %s', (_title, text, expected) => {
    expect(problemsOf(parseJson('x.json', text))).toEqual([expected]);
  });

  test('are found in collections of many members', () => {
    const names = Array.from({ length: 100 }, (_, index) => `k${index}`);
    const text = JSON.stringify({
      names,
      numbers: Object.fromEntries(names.map((name, index) => [name, index])),
    });
    const [document] = parseJson('x.json', text).documents;
    const found = names.map((name, index) => {
      const key = document!.locate(['numbers', name], 'key');
      const value = document!.locate(['numbers', name], 'value');
      const item = document!.locate(['names', String(index)], 'value');
      return [key, value, item].map(({ start, end }) => text.slice(start, end));
    });
    expect(found).toEqual(names.map((name, index) => [`"${name}"`, String(index), `"${name}"`]));
  });

  test('are those of the nearest value where a pointer leads nowhere', () => {
    const text = '{"a": [1, {}], "b": {"": 2}}';
    const [document] = parseJson('x.json', text).documents;
    const pointers = ['/c', '/a/2', '/a/x', '/a/1/x', '/b/', '/b//x', '/a/01', '/a/'];
    const found = pointers.map((pointer) => {
      const { start, end } = document!.locate(splitPointer(pointer), 'value');
      return text.slice(start, end);
    });
    expect(found).toEqual([text, '[1, {}]', '[1, {}]', '{}', '2', '2', '{}', '1']);
  });

  test('accept what JSON.parse accepts, and nothing else', () => {
    const fragments = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"a"',
        '"b"',
        '1',
        '-',
        'true',
        'null',
        ' ',
        '\\',
        '1e5',
        '.',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fragments, (parts) => {
        const text = parts.join('');
        const syntax = parseJson('x.json', text).problems.filter(({ code }) => code === 'json-syntax');
        expect(syntax.length === 0).toBe(isJson(text));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('JSON', () => {
  test.each([
    ['written the same', '{"a": 1,\n "a": 2}', ['2:2']],
    ['escaped differently', '{"a": 1, "\\u0061": 2, "\\/": 3, "/": 4}', ['1:10', '1:32']],
    ['three times', '{"a": 1, "a": 2, "a": 3}', ['1:10', '1:18']],
    [
      'within and around each other',
      '{"a": {"b": 1, "b": 2}, "a": [{"c": 1, "c": 2}]}',
      ['1:16', '1:25', '1:40'],
    ],
    ['called like the prototype', '{"__proto__": 1, "__proto__": 2}', ['1:18']],
    ['that are empty', '{"": 1, "": 2}', ['1:9']],
    ['beside strings with colons', '{"a:": "::", "b\\"": "\\\\", "a:": "{\\":1}"}', ['1:27']],
  ])('with repeated keys %s is refused', (_title, text, expected) => {
    const told = expected.map((at) => `${at} This key is repeated in its object.`);
    const file = parseJson('x.json', text);
    const found = problemsOf(file).map((one) => one.replace(/The key `.*` is/, 'This key is'));
    expect([found, file.documents[0]!.value]).toEqual([told, undefined]);
  });

  test.each([
    '{"a": ":", "b:": "\\":\\"", "__proto__": 1}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": {"a": {"a": 1}}}',
    '":"',
  ])('of different keys is sound: %s', (text) => {
    const file = parseJson('x.json', text);
    const found = problemsOf(file).map((one) => one.replace(/The key `.*` is/, 'This key is'));
    expect([found, file.documents[0]!.value]).toEqual([[], JSON.parse(text)]);
  });

  test('has an error for each repeated key, and for no other', () => {
    const key = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"b:\\""', '"__proto__"', '""');
    const value = fc.constantFrom(
      '1',
      '":"',
      '[{}]',
      '{"a": 1}',
      '{"a": 1, "b": {"a": 2}}',
      '"\\\\"',
      '{"a": 1, "a": 2}',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 5 }), (members) => {
        const names = members.map(([name]) => JSON.parse(name) as string);
        const repeated = names.filter((name, index) => names.indexOf(name) < index).length;
        const inside = members.filter(([, text]) => text === '{"a": 1, "a": 2}').length;
        const file = parseJson('x.json', `{${members.map((member) => member.join(':')).join(', ')}}`);
        expect(file.problems.map(({ code }) => code)).toEqual(Array(repeated + inside).fill('duplicate-key'));
      }),
    );
  });

  test('locates the value of the last of the repeated keys', () => {
    const [document] = parseJson('x.json', '{"a": [1], "a": {"b": 2}}').documents;
    expect(document!.locate(['a', 'b'], 'value')).toEqual({ start: 22, end: 23 });
  });

  test('has an error for each number that is too large', () => {
    const file = parseJson('x.json', '{"a": [1,\n 1e999]}');
    expect(problemsOf(file)).toEqual(['2:2 JSON does not support this number.']);
  });

  test('may nest as deep as YAML', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const codes = [257, 258].flatMap((depth) =>
      ['x.json', 'x.yaml'].map((path) =>
        parseLoadedSource(path, nested(depth)).problems.map(({ code }) => code),
      ),
    );
    expect(codes).toEqual([[], [], ['nesting-too-deep'], ['nesting-too-deep']]);
  });

  test('tells the characters of a scalar without its quotes', () => {
    const [document] = parseJson('x.json', '{"a": 1.10, "b": "x", "c": [], "d": {}, "e": [null]}').documents;
    const pointers = ['/a', '/b', '/c', '/d', '/e', '/e/0', '/f', ''];
    const texts = pointers.map((pointer) => document!.scalarText(splitPointer(pointer)));
    expect(texts).toEqual(['1.10', 'x', undefined, undefined, undefined, 'null', undefined, undefined]);
  });
});

function problemsOf(file: SourceFile): readonly string[] {
  return file.problems.map(({ message, span }) => {
    const { line, column } = file.toLocation(span, '');
    return `${line}:${column} ${message}`;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
