import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { removeDocument } from '#compiler/edit/remove-document.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { applyEdits, EditError } from '#compiler/edit/text-edit.ts';
import { appendPointer } from '#source/place.ts';
import { draws } from '../../full-run.ts';
import { changeValue, parseText } from './edited-values.ts';
import { writtenYaml } from './file-arbitraries.ts';

/** Undefined if it has to be edited by hand. */
function tryEdit(edit: () => string): string | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof EditError) return undefined;
    throw error;
  }
}

/** A marker that stays between documents is an empty document, in the place of the removed one. */
function withoutEmpty(values: readonly unknown[], index: number): readonly unknown[] {
  return values[index] === null ? values.toSpliced(index, 1) : values;
}

test('removing a document leaves the others as they are', () => {
  let removed = 0;
  fc.assert(
    fc.property(writtenYaml, fc.nat(2), ({ text, values }, choice) => {
      const index = choice % values.length;
      const after = tryEdit(() => applyEdits(text, removeDocument(text, index)));
      if (after === undefined) return;
      removed += 1;
      if (values.length === 1) expect(after).toBe('');
      else expect(withoutEmpty(parseText(after), index)).toEqual(values.toSpliced(index, 1));
    }),
    { numRuns: draws(1000) },
  );
  expect(removed).toBeGreaterThan(draws(1000) / 3);
});

test.each([
  ['# These.\na: 1\n---\n# of b\nb: 2\n---\nc: 3\n', 0, '# These.\n---\n# of b\nb: 2\n---\nc: 3\n'],
  ['# These.\na: 1\n---\n# of b\nb: 2\n---\nc: 3\n', 1, '# These.\na: 1\n---\n---\nc: 3\n'],
  ['a: 1\n---\nb: 2\n---\nc: 3\n', 1, 'a: 1\n---\n---\nc: 3\n'],
  ['a: 1\n---\n---\nc: 3\n---\nd: 4\n', 2, 'a: 1\n---\n---\nd: 4\n'],
  ['a: 1\n---\nb: 2\n', 1, 'a: 1\n---\n'],
  ['a: 1\n--- {b: 2}\n--- {c: 3}\n', 1, 'a: 1\n--- {c: 3}\n'],
  ['# approved\n---\na: 1\n---\nb: 2\n', 0, '# approved\n---\nb: 2\n'],
  ['---\n---\na: 1\n---\n', 1, ''],
])('%j without document %i is %j', (text, index, after) => {
  expect(applyEdits(text, removeDocument(text, index))).toBe(after);
});

test('removing a member leaves all others as they are', () => {
  let removed = 0;
  fc.assert(
    fc.property(writtenYaml, fc.nat(), fc.nat(), ({ text, values, maps }, choice, which) => {
      const place = maps[choice % maps.length]!;
      const keys = keysAt(values, place);
      fc.pre(keys.length > 0);
      const key = keys[which % keys.length] ?? '';
      const at = { ...place, pointer: appendPointer(place.pointer, key) };
      const after = tryEdit(() => applyEdits(text, removeMember(new EditableText(text), at)));
      if (after === undefined) return;
      removed += 1;
      const left = changeValue(values, place, (map) => {
        const { [key]: _, ...others } = map as Record<string, unknown>;
        return others;
      });
      expect(parseText(after)).toEqual(left);
    }),
    { numRuns: draws(1000) },
  );
  expect(removed).toBeGreaterThan(draws(1000) / 20);
});

function keysAt(values: readonly unknown[], place: Parameters<typeof changeValue>[1]): readonly string[] {
  let keys: readonly string[] = [];
  changeValue(values, place, (map) => {
    keys = Object.keys(map as object);
    return map;
  });
  return keys;
}

test.each(['%YAML 1.2\n---\na: 1\n---\nb: 2\n', 'a: 1\n...\n---\nb: 2\n'])(
  '%j has to be edited by hand',
  (text) => {
    expect(() => removeDocument(text, 0)).toThrow(
      new EditError('The documents of the file have directives or end markers.'),
    );
  },
);
