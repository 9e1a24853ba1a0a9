import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCode } from '#compiled/names/code-in-text.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { html } from '#runtime/pages/html.ts';

test.each([
  ['No glob of `sources` matches it.', 'No glob of <code>sources</code> matches it.'],
  ['`a` and `` b`c ``', '<code>a</code> and <code>b`c</code>'],
  ['The value `<b>` is cut: `dogs…', 'The value <code>&lt;b&gt;</code> is cut: <code>dogs…</code>'],
  ['Nothing in it is code.', 'Nothing in it is code.'],
])('%s', (text, markup) => {
  expect(String(renderSentence(text))).toBe(markup);
});

test('code of any text is shown as it is, and nothing of a text becomes markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '<', '&', 'a', ' ', '"') }), (code) => {
      if (code.trim() === '') return;
      expect(String(renderSentence(`It is ${asCode(code)}.`))).toBe(
        String(html`It is <code>${code}</code>.`),
      );
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '<b>', '</code>', 'a', ' ') }), (text) => {
      expect(String(renderSentence(text)).replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>]/);
    }),
  );
});
