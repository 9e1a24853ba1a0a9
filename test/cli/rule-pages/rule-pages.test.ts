import { expect, test } from 'vitest';
import { rulePages } from '#cli/rule-pages/all-rules.ts';
import { renderPageAsMarkdown } from '#cli/rule-pages/render-markdown.ts';

/** A section of a document that its readers can find, such as `RFC 8252, section 8.3`. */
const published = /RFC \d+,? \(?section [\d.]+/g;

test('no page of a rule cites a section of a document that its reader does not have', () => {
  const cited = [...rulePages].filter(([, describe]) => {
    const text = renderPageAsMarkdown(describe(), () => undefined).replaceAll(published, '');
    return /\bsections? \d|\bthe requirements\b/i.test(text);
  });
  expect(cited.map(([name]) => name)).toEqual([]);
});
