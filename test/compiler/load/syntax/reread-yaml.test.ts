import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceTape } from '#compiler/load/syntax/place-tape.ts';
import { findEdit } from '#source/find-edit.ts';
import { readSimpleYaml, type SimpleYaml } from '#compiler/load/syntax/simple-yaml/read-simple-yaml.ts';
import { rereadSimpleYaml } from '#compiler/load/syntax/simple-yaml/reread-simple-yaml.ts';
import { draws } from '../../../full-run.ts';
import { laidOutYaml } from './arbitrary-layout.ts';
import { withComments, writtenYaml } from './arbitrary-yaml.ts';

function describe({ documents, places }: SimpleYaml) {
  return { values: JSON.stringify(documents), places: listPlaces(places) };
}

function listPlaces(places: PlaceTape): readonly (readonly number[])[] {
  return Array.from({ length: places.size }, (_, value) => [
    places.keyStart(value),
    places.keyEnd(value),
    places.start(value),
    places.end(value),
    places.next(value),
  ]);
}

/** What an edit writes: pieces that change the structure of YAML, and letters. */
const piece = fc.oneof(
  fc.constantFrom('', 'a', ' ', '  ', '\n', '\n  ', '\n    b: 1\n', ': ', '- ', '"', "'", '# c', '#'),
  fc.constantFrom(
    '\r',
    '\r\n',
    '\t',
    '|\n',
    '>-\n',
    '[',
    ']',
    '{',
    '}',
    ',',
    '&a',
    '*a',
    '---\n',
    '...\n',
    '-',
  ),
  fc.string({ maxLength: 3 }),
);

interface Typed {
  readonly before: string;
  readonly text: string;
  /** The size of a member that is read again as a whole. */
  readonly smallest: number;
}

/** A text and the same with a few characters replaced. */
const typed: fc.Arbitrary<Typed> = fc
  .tuple(
    fc.oneof(withComments(writtenYaml), laidOutYaml, nested(laidOutYaml)),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat({ max: 6 }),
    piece,
    fc.constantFrom(0, 20, 60, 200),
  )
  .map(([before, place, removed, added, smallest]) => {
    const at = Math.floor(place * before.length);
    return { before, text: before.slice(0, at) + added + before.slice(at + removed), smallest };
  });

/** The members of a mapping of mappings, so that an edit has several around it. */
function nested(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(texts, { minLength: 1, maxLength: 4 })
    .map((all) =>
      all
        .flatMap((text, index) => [
          `first${index}:`,
          '  - 1',
          `outer${index}:`,
          `  inner:`,
          ...text.split('\n').map((line) => `    ${line}`),
        ])
        .join('\n'),
    );
}

/** What is read of the later text if the earlier one is known; `whole` if all of it has to be read. */
function reread({ before, text, smallest }: Typed): SimpleYaml | 'whole' {
  const yaml = readSimpleYaml(before);
  return (yaml && rereadSimpleYaml({ text: before, yaml }, text, smallest)) ?? 'whole';
}

test('an edited text reads as it does from the start', () => {
  fc.assert(
    fc.property(typed, (one) => {
      const again = reread(one);
      if (again === 'whole') return;
      const whole = readSimpleYaml(one.text);
      expect(describe(again)).toEqual(whole && describe(whole));
    }),
    { numRuns: draws(20_000) },
  );
});

test('a letter typed in a value needs no whole read', () => {
  const before =
    'paths:\n  /a:\n    get:\n      summary: A\n      tags: [a, b]\n  /b:\n    get: { summary: B }\n';
  const values = [...before.matchAll(/(?<=: |\[|, )[a-zA-Z]/g)].map(({ index }) => index + 1);
  const texts = values.map((at) => `${before.slice(0, at)}x${before.slice(at)}`);
  expect(texts.map((text) => reread({ before, text, smallest: 0 })).filter((one) => one === 'whole')).toEqual(
    [],
  );
  expect(texts).toHaveLength(4);
});

test('what an edit leaves alone stays the same objects', () => {
  const before = 'paths:\n  /a:\n    get: { summary: A }\n  /b:\n    get: { summary: B }\n';
  const read = readSimpleYaml(before);
  const again = read && rereadSimpleYaml({ text: before, yaml: read }, before.replace(' A ', ' Aa '), 0);
  const [one, other] = [read, again].map(
    (yaml) => yaml?.documents[0]?.value as { readonly paths: Readonly<Record<string, unknown>> },
  );
  expect(other).toEqual({ paths: { '/a': { get: { summary: 'Aa' } }, '/b': { get: { summary: 'B' } } } });
  expect(other!.paths['/b']).toBe(one!.paths['/b']);
  expect(other!.paths).not.toBe(one!.paths);
});

test('the edit between two texts is the shortest', () => {
  expect(findEdit('abcdef', 'abXdef')).toEqual({ start: 2, endBefore: 3, end: 3 });
  expect(findEdit('aaa', 'aaaa')).toEqual({ start: 3, endBefore: 3, end: 4 });
  expect(findEdit('abc', 'abc')).toEqual({ start: 3, endBefore: 3, end: 3 });
  expect(findEdit('', 'a')).toEqual({ start: 0, endBefore: 0, end: 1 });
});
