import fc from 'fast-check';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { summariseMarkdown } from '#runtime/portal/catalogue/describe-api.ts';
import { parseMarkdown, plainLine } from '#runtime/portal/markdown/parse-markdown.ts';
import { renderMarkdown } from '#runtime/portal/api-page/render-markdown.ts';
import { draws } from '../../../full-run.ts';

function render(text: string, maxLength = 20_000): string {
  return String(renderMarkdown(text, { topHeading: 3, maxLength }).content).replace(/\n\s*/g, '');
}

describe('Markdown of others', () => {
  test.each([
    ['# One\n## Two\n###### Six', '<h3>One</h3><h4>Two</h4><h6>Six</h6>'],
    ['a *b* **c** `d<` ~~e~~', '<p>a <em>b</em> <strong>c</strong> <code>d&lt;</code> <s>e</s></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['```js\n<b>\n```', '<pre tabindex="0"><code>&lt;b&gt;</code></pre>'],
    [
      '|a|\n|-|\n|b|',
      '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>',
    ],
    ['a  \nb\nc', '<p>a<br />b c</p>'],
    ['---', '<hr />'],
    [
      '![A *map*](https://b.example/c.png)',
      '<p><a href="https://b.example/c.png" rel="nofollow noopener">A *map*</a></p>',
    ],
    [
      '![](https://b.example/c.png)',
      '<p><a href="https://b.example/c.png" rel="nofollow noopener">https://b.example/c.png</a></p>',
    ],
    ['![A map](./c.png)', '<p>A map</p>'],
    [
      '[![A map](https://b.example/c.png)](https://b.example/)',
      '<p><a href="https://b.example/" rel="nofollow noopener">A map</a></p>',
    ],
    [
      '[a](https://b.example/?c=1&d)',
      '<p><a href="https://b.example/?c=1&amp;d" rel="nofollow noopener">a</a></p>',
    ],
    [
      '<mailto:ada@example.edu>',
      '<p><a href="mailto:ada@example.edu" rel="nofollow noopener">mailto:ada@example.edu</a></p>',
    ],
  ])('%j', (text, markup) => {
    expect(render(text)).toBe(markup);
  });
});

describe('HTML in Markdown', () => {
  test.each([
    [
      'formats a line',
      'a <B class="x">b</b><br>c <i>*d*</i>',
      '<p>a <strong>b</strong><br />c <em><em>d</em></em></p>',
    ],
    [
      'is formatted inside, also at the start of a line',
      '<aside>**Note**: `x`</aside>\n\nnext',
      '<blockquote><p><strong>Note</strong>: <code>x</code></p></blockquote><p>next</p>',
    ],
    ['does not swallow the lines after it', '<br>\n- a', '<ul><li>a</li></ul>'],
    [
      'may contain a list',
      'Scopes: <ul>\n<li>a\n<li>b <b>c</b></li>\n</ul> end',
      '<p>Scopes: </p><ul><li>a </li><li>b <strong>c</strong></li></ul><p> end</p>',
    ],
    ['may contain an item alone', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    [
      'may contain a table with empty lines',
      '<table border="1">\n<tr><th>A</th></tr>\n\n<tr><td>b</td><td>c</td></tr>\n</table>',
      '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">A</th></tr></thead></table></div>' +
        '<div class="scroll" tabindex="0"><table><tbody><tr><td>b</td><td>c</td></tr></tbody></table></div>',
    ],
    ['may contain paragraphs', '<p>a</p><p>b<div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    [
      'may contain a link',
      "<a target=_blank href='https://b.example/?c=1&amp;d'>a</a>",
      '<p><a href="https://b.example/?c=1&amp;d" rel="nofollow noopener">a</a></p>',
    ],
    ['may contain a heading', '<h2>a</h2>b', '<h4>a</h4><p>b</p>'],
    [
      'may contain code of several lines',
      '<pre>\na\n\n&lt;b&gt; <i>c</i>\n</pre>rest',
      '<pre tabindex="0"><code>a<b></code></pre><p>rest</p>'.replace('a<b>', 'a&lt;b&gt; c'),
    ],
    [
      'links an image',
      '<img src="https://b.example/c.png" alt="A map" onerror="x">',
      '<p><a href="https://b.example/c.png" rel="nofollow noopener">A map</a></p>',
    ],
    ['of other tags leaves the text', '<span style="x">a</span> <font>b</font>', '<p>a b</p>'],
    ['leaves placeholders', '/users/<id> of List<String>', '<p>/users/&lt;id&gt; of List&lt;String&gt;</p>'],
    [
      'leaves code',
      '`<b>`\n\n    <b>',
      '<p><code>&lt;b&gt;</code></p><pre tabindex="0"><code>&lt;b&gt;</code></pre>',
    ],
    ['hides scripts and comments', 'a<!-- b --><script>c</script><style>d</style>e', '<p>ae</p>'],
    [
      'hides scripts and comments with empty lines',
      '<!--\n\nb-->c\n\n<script x>\n\nd\n</script>',
      '<p>c</p>',
    ],
    ['is closed where its paragraph ends', '<b>a\n\nb</b>', '<p><strong>a</strong></p><p>b</p>'],
    ['does not close Markdown', '*a</em></p>* b', '<p><em>a</em> b</p>'],
  ])('%s', (_, text, markup) => {
    expect(render(text)).toBe(markup);
  });

  test('is always balanced, whatever is opened and closed', () => {
    const tags =
      'a b br code p ul ol li table tr td th pre div aside h1 script style x img hr blockquote em'.split(' ');
    const attributes = [
      '',
      ' ',
      '/',
      ' href="https://a.example"',
      " href='javascript:x'",
      ' onclick=x',
      ' href="/x"',
      ' id="a"',
    ];
    const tag = fc
      .tuple(fc.constantFrom('<', '</'), fc.constantFrom(...tags), fc.constantFrom(...attributes))
      .map(([start, name, attribute]) => `${start}${name}${attribute}>`);
    const mark = fc.constantFrom(
      '*',
      '**',
      '`',
      '[a](https://b.example)',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '# ',
      '|a|\n|-|\n|',
      'text',
      ' ',
      '<!--',
      '-->',
      '&lt;',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, mark), { maxLength: 40 }), (pieces) => {
        const markup = render(pieces.join(''));
        expectHarmless(markup);
        expectValid(markup);
      }),
      { numRuns: draws(500) },
    );
  });
});

describe('a text in one line', () => {
  test.each([
    ['**HTTP Status Code:** `201`<br>', 'HTTP Status Code: 201'],
    ['a<br/>b <id> &amp; [c](https://c.example)', 'a b <id> & c'],
    ['<script>alert(1)</script>', ''],
  ])('has no formats: %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  test.each([
    ['⚠️<b>Deprecated</b>⚠️<br/>Use <a href="x">v2</a>.', '⚠️Deprecated⚠️ Use v2.'],
    ['# A\n\n<img src="x.png">\n\nFirst.', 'First.'],
    ['# A\n\n<!-- b -->\n\n<p>First.</p><p>Second.</p>', 'First. Second.'],
  ])('is the summary of an API: %j', (text, summary) => {
    expect(summariseMarkdown(text)).toBe(summary);
  });
});

describe('an attack', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<!-- --><svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](//evil.example)',
    '[a](/store/sign-out)',
    '[a](#x" onclick="alert(1))',
    '[a](https://x/"onmouseover="alert(1))',
    '[a](https://x \'title" onclick="alert(1)\')',
    '![a](https://evil.example/pixel.png)',
    '[![a](https://evil.example/pixel.png)](javascript:alert(1))',
    '<https://x/"><script>alert(1)</script>>',
    '```"><script>alert(1)</script>\ncode\n```',
    '[a]: javascript:alert(1)\n\n[a]',
    '|<script>|\n|-|\n|</td><script>|',
    '`<script>`',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '3"onclick="alert(1). a',
    '\u0000<scr\u0000ipt>\u202E',
  ])('is text: %j', (text) => {
    expectHarmless(render(text));
  });

  test('of any characters is text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '[a](',
      ')',
      'javascript:',
      'https://x/',
      '![',
      ']',
      '`',
      '*',
      '_',
      '\n',
      '> ',
      '- ',
      '|',
      '# ',
      'script',
      ' on=',
      '<!--',
      '&#60;',
      '\\',
      'a',
      '```',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => expectHarmless(render(pieces.join('')))),
      { numRuns: draws(300) },
    );
  });

  test.each([
    ['long', 'word '.repeat(200_000)],
    ['of quotes', '"'.repeat(1_000_000)],
    ['of nested quotes', '> '.repeat(500_000)],
    ['of nested lists', '- '.repeat(500_000)],
    ['of brackets', '['.repeat(500_000)],
    ['of images', '!['.repeat(500_000)],
    ['of emphasis', '*a _b '.repeat(200_000)],
    ['of backticks', '`'.repeat(99_999) + 'a'],
    ['a table', '|'.repeat(50_000) + '\n' + '|-'.repeat(50_000)],
    ['of paragraphs', 'a\n\n'.repeat(300_000)],
    ['of nested HTML', '<ul><li>'.repeat(100_000)],
    ['of comments', '<!--\n'.repeat(100_000)],
    ['of attributes', '<a href="'.repeat(100_000)],
  ])('by a text that is %s stays within bounds', (_, text) => {
    const { content, isCut } = renderMarkdown(text, { topHeading: 2, maxLength: 20_000 });
    expect(String(content).length).toBeLessThan(20_010);
    expect(isCut).toBe(true);
    expectHarmless(String(content));
  });
});

test.each([
  ['nowhere', ''],
  ['too far below', '</pre>'],
])('many tags of blocks that end %s are a text', (_where, end) => {
  const lines = 200_000;
  for (const tag of ['<pre', '<!--', '<script']) {
    const tree = parseMarkdown(`${`${tag}\n`.repeat(lines)}${end}`);
    expect(tree.length).toBeLessThan(lines);
    expect(tree[0]?.element).toBe('p');
  }
});

test.each([
  ['<pre>\na\n\nb</PRE> c\n\n<pre>\nd\n</pre>', ['pre', 'p', 'pre']],
  ['<pre>a\n> <pre>b\n> c</pre>\n\nd', ['pre', 'p']],
  ['> <pre>a\n> b</pre> İİİİ\n\n<pre>İ\nc</pre>', ['blockquote', 'pre']],
  ['- <pre>a\n\nb\n\nc</pre>', ['ul', 'p', 'p']],
])('blocks of HTML end at their own tags: %j', (text, elements) => {
  expect(parseMarkdown(text).map(({ element }) => element)).toEqual(elements);
});

const allowed =
  /^<(\/?(p|h[2-6]|ul|li|ol|blockquote|code|pre|em|strong|s|sub|sup|table|thead|tbody|tr|th|td|a)|ol start="\d+"|pre tabindex="0"|div class="scroll" tabindex="0"|\/div|th scope="col"|(br|hr) \/|a href="(https?:\/\/|mailto:)[^"<>]*" rel="nofollow noopener")>$/;

/** Every tag is one of a short list, and nothing else begins with `<`. */
function expectHarmless(markup: string): void {
  expect(markup.match(/<[^>]*>?/g)?.filter((tag) => !allowed.test(tag)) ?? []).toEqual([]);
}

const inlineElements = new Set(['a', 'strong', 'em', 's', 'sub', 'sup', 'code', 'br']);
const partsOf: Readonly<Record<string, readonly string[]>> = {
  ul: ['li'],
  ol: ['li'],
  table: ['thead', 'tbody'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['th', 'td'],
};

/** The markup is well-formed, and each element is where HTML allows it. */
function expectValid(markup: string): void {
  using document = XmlDocument.fromString(`<div>${markup}</div>`);
  for (const node of document.find('//*')) {
    const { name, parent } = node as XmlElement;
    if (!parent) continue;
    const parts = partsOf[parent.name];
    if (parts) expect(parts, markup).toContain(name);
    else if (parent.name === 'p' || /^h\d$/.test(parent.name) || inlineElements.has(parent.name))
      expect(inlineElements, markup).toContain(name);
    else if (['li', 'tr', 'th', 'td', 'thead', 'tbody'].includes(name))
      expect(parent.name, markup).toBe('a list or table');
    if (name === 'a') expect(document.find('//a//a'), markup).toHaveLength(0);
  }
}
