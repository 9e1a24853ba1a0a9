import fc from 'fast-check';
import type { Range } from 'vscode-languageserver/node';
import { expect, test } from 'vitest';
import { editedDocument } from '#cli/language-server/edited-document.ts';
import { draws } from '../../full-run.ts';

/** Line and character may be outside of any text. */
const position = fc.record({
  line: fc.oneof(fc.nat(6), fc.constantFrom(100, 2 ** 31 - 1)),
  character: fc.oneof(fc.nat(6), fc.constantFrom(100, 2 ** 31 - 1)),
});
const piece = fc
  .array(fc.constantFrom('a', 'b: ', '\n', '\r\n', '\r', '😀', '\uD83D', '\uDE00', '\uFEFF'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const change = fc.oneof(
  { weight: 9, arbitrary: fc.record({ range: fc.record({ start: position, end: position }), text: piece }) },
  { weight: 1, arbitrary: fc.record({ text: piece }) },
);

/** The offset of a position by the words of the protocol: lines end with any of three breaks. */
function offsetOf(text: string, { line, character }: Range['start']): number {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  if (line >= lines.length) return text.length;
  const content = (lines[line] ?? '').replace(/[\r\n]+$/, '');
  return lines.slice(0, line).join('').length + Math.min(character, content.length);
}

function applyChange(text: string, given: { readonly range?: Range; readonly text: string }): string {
  if (!given.range) return given.text;
  const [start, end] = [offsetOf(text, given.range.start), offsetOf(text, given.range.end)];
  return text.slice(0, Math.min(start, end)) + given.text + text.slice(Math.max(start, end));
}

test('a buffer is the text that its editor has, whatever is changed where', () => {
  fc.assert(
    fc.property(piece, fc.array(fc.array(change, { maxLength: 100 }), { maxLength: 8 }), (start, edits) => {
      const document = editedDocument.create('file:///a.yaml', 'yaml', 1, start);
      let text = start;
      for (const [index, changes] of edits.entries()) {
        editedDocument.update(document, changes, index + 2);
        text = changes.reduce(applyChange, text);
        expect(document.getText()).toBe(text);
        for (let offset = 0; offset <= text.length; offset += 1) {
          const at = document.positionAt(offset);
          const isInBreak = text[offset - 1] === '\r' && text[offset] === '\n';
          if (!isInBreak) expect([at, document.offsetAt(at)]).toEqual([at, offset]);
        }
      }
      expect(document.version).toBe(edits.length + 1);
    }),
    { numRuns: draws(3000) },
  );
});

test('one of several changes inserts more lines than a function has arguments', () => {
  const document = editedDocument.create('file:///a.yaml', 'yaml', 1, 'a\nb\n');
  const pasted = 'c: 1\n'.repeat(300_000);
  const insertAt = (line: number, text: string) => {
    const at = { line, character: 0 };
    return { range: { start: at, end: at }, text };
  };
  const ends = ['1', '2', '3', '4'].map((text) => insertAt(300_001, text));
  editedDocument.update(document, [insertAt(1, pasted), insertAt(0, '0'), ...ends], 2);
  expect(document.getText()).toBe(`0a\n${pasted}4321b\n`);
});
