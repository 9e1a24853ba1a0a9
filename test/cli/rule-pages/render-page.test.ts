import { marked } from 'marked';
import { expect, test } from 'vitest';
import { code, heading, list, paragraph, table, type Page } from '#cli/rule-pages/page.ts';
import { renderPageForTerminal } from '#cli/rule-pages/render-for-terminal.ts';
import { renderPageAsMarkdown } from '#cli/rule-pages/render-markdown.ts';

const page: Page = [
  heading(1, 'path-plural'),
  paragraph('A `/<resource>` is *plural*, as `other-rule` says of <b>snake_case</b>.'),
  heading(3, 'Example'),
  code('diff', ['@@ -1 +1 @@', '-a', '+b', ' c', '']),
  list(['One `a|b`.', 'Two.']),
  table(
    ['Rule', 'Meaning'],
    [
      ['`path-plural`', 'Plural | not singular.'],
      ['`a|b`', 'Other.'],
    ],
  ),
];

test('a page in Markdown links to other pages and shows every text as it is', () => {
  const text = renderPageAsMarkdown(page, (name) => (name === 'other-rule' ? 'other-rule.md' : undefined));
  expect(text).toBe(String.raw`# path-plural

A ${'`/<resource>`'} is \*plural\*, as [${'`other-rule`'}](other-rule.md) says of &lt;b&gt;snake\_case&lt;/b&gt;.

### Example

${'```'}diff
@@ -1 +1 @@
-a
+b
 c

${'```'}

- One ${'`a|b`'}.
- Two.

| Rule | Meaning |
| --- | --- |
| ${'`path-plural`'} | Plural &#124; not singular. |
| ${'`a\\|b`'} | Other. |
`);
  expect(marked.parse(text, { async: false })).toContain(
    '<td><code>path-plural</code></td>\n<td>Plural | not singular.</td>\n</tr>\n<tr>\n<td><code>a|b</code></td>',
  );
});

test('a page for a terminal has columns, and colours for what a change takes and brings', () => {
  const text = renderPageForTerminal(page, (style, painted) => `<${String(style)}>${painted}</>`);
  expect(text).toBe(`<bold>path-plural</>

A \`/<resource>\` is *plural*, as \`other-rule\` says of <b>snake_case</b>.

<underline>Example</>

    <cyan>@@ -1 +1 @@</>
    <red>-a</>
    <green>+b</>
     c


- One \`a|b\`.
- Two.

  path-plural  Plural | not singular.
  a|b          Other.
`);
});
