import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../src/compiler/load/syntax/parse-json.ts';
import { parseYaml } from '../../../../src/compiler/load/syntax/parse-yaml.ts';
import { splitPointer, appendPointer } from '../../../../src/source/place.ts';

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
        const yaml = parseYaml('x.yaml', text);
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
    ['a cut file', '{"a": [1,', '1:10 The file ends where a value is expected.'],
    ['an open string', '["a', '1:2 Expected the end of this string here.'],
    ['a bare word', 'yes', '1:1 Expected a value here.'],
    ['two values', '{} {}', '1:4 Expected the end of the file here.'],
    ['a leading zero', '[01]', '1:3 Expected `,` or `]` here.'],
    ['nothing', '', '1:1 The file ends where a value is expected.'],
    ['a line break in a string', '["a\nb"]', '1:2 Expected the end of this string here.'],
  ])('are told of %s', (_title, text, expected) => {
    const file = parseJson('x.json', text);
    const described = file.problems.map(({ message, span }) => {
      const { line, column } = file.toLocation(span, '');
      return `${line}:${column} ${message}`;
    });
    expect(described).toEqual([expected]);
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
