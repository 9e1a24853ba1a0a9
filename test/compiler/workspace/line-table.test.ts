import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineTable } from '#compiler/workspace/source-file.ts';
import { draws } from '../../full-run.ts';

const piece = fc
  .array(fc.constantFrom('a', 'b', '\n', '\n\n', '\r\n', '😀'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(6), added: piece });

test('the table of an edited text is that of the text alone', () => {
  fc.assert(
    fc.property(piece, fc.array(edit, { minLength: 1, maxLength: 6 }), (start, edits) => {
      let text = start;
      let table = new LineTable(text);
      for (const { at, removed, added } of edits) {
        table.positionOf(0);
        text = text.slice(0, at) + added + text.slice(at + removed);
        table = new LineTable(text, table);
        const alone = new LineTable(text);
        for (let offset = 0; offset <= text.length; offset += 1) {
          const position = alone.positionOf(offset);
          expect(table.positionOf(offset)).toEqual(position);
          expect(table.offsetOf(position.line, position.column)).toBe(offset);
        }
        expect(table.offsetOf(99, 1)).toBe(text.length);
      }
    }),
    { numRuns: draws(2000) },
  );
});

test('a line comes without its line break', () => {
  fc.assert(
    fc.property(piece, (text) => {
      const lines = text.split(/\r?\n/);
      const table = new LineTable(text);
      expect([...lines.keys(), lines.length].map((index) => table.lineAt(index + 1))).toEqual([
        ...lines,
        undefined,
      ]);
    }),
    { numRuns: draws(500) },
  );
});
