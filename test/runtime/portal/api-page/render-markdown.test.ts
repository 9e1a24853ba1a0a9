import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  ])('by a text that is %s stays within bounds', (_, text) => {
    const { content, isCut } = renderMarkdown(text, { topHeading: 2, maxLength: 20_000 });
    expect(String(content).length).toBeLessThan(20_010);
    expect(isCut).toBe(true);
    expectHarmless(String(content));
  });
});

const allowed =
  /^<(\/?(p|h[2-6]|ul|li|ol|blockquote|code|pre|em|strong|s|table|thead|tbody|tr|th|td|a)|ol start="\d+"|pre tabindex="0"|div class="scroll" tabindex="0"|\/div|th scope="col"|(br|hr) \/|a href="(https?:\/\/|mailto:)[^"<>]*" rel="nofollow noopener")>$/;

/** Every tag is one of a short list, and nothing else begins with `<`. */
function expectHarmless(markup: string): void {
  expect(markup.match(/<[^>]*>?/g)?.filter((tag) => !allowed.test(tag)) ?? []).toEqual([]);
}
