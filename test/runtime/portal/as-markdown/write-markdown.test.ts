import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { html, type Html } from '#runtime/pages/html.ts';
import { readMarkup } from '#runtime/portal/as-markdown/read-markup.ts';
import { joinBlocks, writeBlocks } from '#runtime/portal/as-markdown/write-markdown.ts';
import { draws } from '../../../full-run.ts';

function toMarkdown(markup: Html): string {
  return joinBlocks(writeBlocks(readMarkup(markup), (href) => (href.startsWith('#') ? undefined : href)));
}

describe('the Markdown of a page', () => {
  test.each<readonly [string, Html, string]>([
    [
      'headings and texts',
      html`<h1>Dogs #</h1>
        <p>All <em>dogs</em>.</p>`,
      '# Dogs \\#\n\nAll *dogs*.',
    ],
    [
      'lists',
      html`<ul>
          <li>a</li>
          <li>
            <p>b</p>
            <p>c</p>
          </li>
        </ul>
        <ol>
          <li>d</li>
        </ol>`,
      '- a\n- b\n\n  c\n\n1. d',
    ],
    [
      'facts',
      html`<dl>
        <dt>Name</dt>
        <dd>x</dd>
        <dt>Several</dt>
        <dd>y</dd>
        <dd>z</dd>
      </dl>`,
      '- Name: x\n- Several:\n\n  - y\n  - z',
    ],
    [
      'tables',
      html`<table>
        <thead>
          <tr>
            <th>A</th>
            <th>B</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>1|2</td>
            <td><code>x|y</code> <code>x\\|y</code></td>
          </tr>
        </tbody>
      </table>`,
      '| A | B |\n| --- | --- |\n| 1\\|2 | `x\\|y` x\\\\\\|y |',
    ],
    [
      'what one unfolds',
      html`<details>
        <summary><code>200</code> Fine</summary>
        <p>All.</p>
      </details>`,
      '- `200` Fine\n\n  All.',
    ],
    [
      'links',
      html`<a href="/a(b)?c=1&amp;d=ö">x]</a> <a href="#top">up</a>`,
      '[x\\]](/a%28b%29?c=1&d=%C3%B6) up',
    ],
    ['badges', html`<span class="badge">New</span>`, '**New**'],
    [
      'the pages above',
      html`<nav class="trail">
        <ol>
          <li><a href="/a">A</a></li>
          <li>B</li>
        </ol>
      </nav>`,
      '[A](/a) / B',
    ],
    [
      'code that ends fences',
      html`<pre><code>\`\`\`
# x</code></pre>`,
      '````\n```\n# x\n````',
    ],
    [
      'code that continues',
      html`<pre class="continued"><code>a</code></pre>
        <pre class="continued"><code>b</code></pre>`,
      '```\nab\n```',
    ],
    [
      'no controls',
      html`<form><input name="q" value="x" /><button>Go</button></form>
        <nav><a href="/">x</a></nav>`,
      '',
    ],
  ])('has %s', (_what, markup, markdown) => {
    expect(toMarkdown(markup)).toBe(markdown);
  });

  test.each([
    '# a',
    '> a',
    '- a',
    '+ a',
    '* a',
    '1. a',
    '1) a',
    '---',
    '===',
    '***',
    '~~~',
    '```',
    '[a]: b',
    '| a |',
  ])('has the text %s as text', (text) => {
    expect(shownBy(html`<p>${text}</p>`)).toEqual([{ type: 'text', content: text }]);
  });

  test('fails for markup that is not closed', () => {
    expect(() => readMarkup(unclosed('<p>'))).toThrow('a page does not close p');
    expect(() => readMarkup(unclosed('</p>'))).toThrow('a page closes p, which is not open');
  });
});

/** Markup as a page with a mistake would make it. */
function unclosed(markup: string): Html {
  // Only a template literal makes such an array, and this markup is drawn.
  return html([markup] as unknown as TemplateStringsArray);
}

interface Shown {
  readonly type: 'text' | 'code' | 'block' | 'link' | 'struck' | 'numbered';
  readonly content: string;
}

/** Passes markup through, so that a text which becomes markup is not shown. */
const parser = markdownIt('default', { html: true, linkify: false });

/** What a reader sees of the Markdown of a page; texts next to each other are one. */
function shownBy(markup: Html): readonly Shown[] {
  return listShown(parser.render(toMarkdown(markup)));
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The parser takes a tab at the start of a line for spaces, where code is inside of a list. */
function withoutTabs(code: string): string {
  return code.replaceAll(/^[ \t]+/gm, ' ');
}

function listShown(page: string): readonly Shown[] {
  const decode = (text: string) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
  const shown: Shown[] = [];
  const add = (type: Shown['type'], content: string) => {
    const last = shown.at(-1);
    if (type !== 'text' || last?.type !== 'text') shown.push({ type, content });
    else shown[shown.length - 1] = { type, content: `${last.content} ${content}` };
  };
  const parts =
    /<pre[^>]*><code[^>]*>([^<]*)<\/code><\/pre>|<code>([^<]*)<\/code>|<a [^>]*href="([^"]*)"[^>]*>|<(\/?s)>|<ol(?: start="(\d+)")?>|<[^>]*>|([^<]+)/g;
  for (const [whole, block, code, link, struck, start, text] of page.matchAll(parts)) {
    if (block !== undefined) add('block', withoutTabs(decode(block).replace(/\n$/, '')));
    else if (code !== undefined) add('code', decode(code));
    else if (link !== undefined) add('link', decode(link));
    else if (struck !== undefined) add('struck', struck);
    else if (whole.startsWith('<ol')) add('numbered', start ?? '1');
    else if (text !== undefined && text.trim() !== '')
      add(
        'text',
        decode(text)
          .replaceAll(/[ \t\n\r\f]+/g, ' ')
          .trim(),
      );
  }
  return shown;
}

const marks = [
  '`',
  '``',
  '```',
  '*',
  '**',
  '_',
  '__',
  '[',
  ']',
  '](',
  '(',
  ')',
  '<',
  '>',
  '<b>',
  '</b>',
  '<!--',
  '&',
  '&lt;',

  '&#35;',
  '#',
  '\\',
  '|',
  '~',
  '~~',
  '!',
  '-',
  '+',
  '=',
  '1.',
  ':',
  '"',
  "'",
  ' ',
  '\n',
  '\r',
  '\n\n',
  '    ',

  'a',
  'B',
  '7',
  'é',
  '字',
  'https://a.example',
  'javascript:alert(1)',
  '\t',
  '$',
  '^',
  '{',
  '}',
];
/** Letters are on both sides, so that no text is empty or begins with white space. */
const wordOf = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((inside) => `x${inside.join('')}y`);
const textsOf = (parts: readonly string[]) => fc.array(wordOf(parts), { minLength: 8, maxLength: 8 });

function drawnPage(texts: readonly string[]): Html {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = texts;
  return html`<h2>${a}</h2>
    <p>${b} <code>${c}</code> <strong>${d}</strong></p>
    <div class="field-of-schema">
      <p><code>${e}</code> <span class="quiet">${a}</span></p>
      <pre><code>${f}</code></pre>
      <details>
        <summary>${g}</summary>
        <div class="field-of-schema">
          <p>${h}</p>
          <pre><code>${c}</code></pre>
        </div>
      </details>
    </div>
    <blockquote><p>${g}</p></blockquote>
    <ol>
      <li>${b}</li>
      <li>
        <code>${g}</code>
        <ul>
          <li>${h}</li>
        </ul>
      </li>
    </ol>
    <dl>
      <dt>${c}</dt>
      <dd>${d}</dd>
      <dt>${e}</dt>
      <dd><code>${f}</code></dd>
      <dd>${a}</dd>
    </dl>
    <table>
      <tr>
        <th>${a}</th>
        <th>${b}</th>
      </tr>
      <tr>
        <td>${c} <strong>${d}</strong></td>
        <td>${e}</td>
      </tr>
    </table>
    <ol start="7">
      <li>${c}<s>${d}</s>${e}</li>
      <li>
        a <s>"${b}"</s> c <s> <code>${a}</code> </s> d
      </li>
      <li>${f}<sup>${g}</sup> <sub>${h}</sub> ${a}<sub>${b}</sub>, <sub>${c}</sub></li>
    </ol>
    <p>${b}!<a href="https://a.example/">${c}</a> <em>${d}!</em><a href="https://a.example/">${e}</a></p>
    <p><a href="https://a.example/${encodeURIComponent(f)}?x=(${g.replaceAll(/\s/g, '+')})">${h}</a></p>`;
}

/** What a browser shows of a page, where code in a line has no line breaks, and a term of facts ends with a colon. */
function shownInBrowser(page: Html): readonly Shown[] {
  const written = String(page)
    .replaceAll('</dt>', ':</dt>')
    .replaceAll('<sup>', '^(')
    .replaceAll('<sub>', '_(')
    .replaceAll(/<\/su[bp]>/g, ')');
  return listShown(written).map(({ type, content }) => {
    if (type === 'block') return { type, content: content.replaceAll(/\r\n?/g, '\n') };
    return { type, content: type === 'code' ? content.replaceAll(/[\n\r]+/g, ' ') : content };
  });
}

test('the Markdown of any texts shows the same as the page, so that no text becomes markup', () => {
  fc.assert(
    fc.property(textsOf(marks), (texts) => {
      const page = drawnPage(texts);
      const withoutLinks = (shown: readonly Shown[]) => shown.filter(({ type }) => type !== 'link');
      expect(withoutLinks(shownBy(page))).toEqual(withoutLinks(shownInBrowser(page)));
    }),
    { numRuns: draws(2000) },
  );
});

test('a link leads where the link of the page leads, and no text becomes a link', () => {
  fc.assert(
    fc.property(textsOf(marks), (texts) => {
      const page = drawnPage(texts);
      const linksOf = (shown: readonly Shown[]) =>
        shown.flatMap(({ type, content }) => (type === 'link' ? [new URL(content).href] : []));
      const normal = (href: string) => decodeURIComponent(href.replaceAll(/%(?![\dA-F]{2})/gi, '%25'));
      const found = linksOf(shownBy(page));
      expect(found.map(normal)).toEqual(linksOf(shownInBrowser(page)).map(normal));
    }),
    { numRuns: draws(2000) },
  );
});
