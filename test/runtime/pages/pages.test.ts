import fc from 'fast-check';
import { XmlDocument, XmlElement, type XmlNode } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { hasHidden } from '#compiled/names/hidden-characters.ts';
import { renderConsent, type ConsentView } from '#runtime/pages/consent-page.ts';
import { renderError } from '#runtime/pages/error-page.ts';
import { renderGrants, type GrantsView } from '#runtime/pages/grants-page.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderPage, type Page, type Site } from '#runtime/pages/layout.ts';
import { renderLogin, type LoginView } from '#runtime/pages/login-page.ts';
import { renderLoggedOut, renderLogout } from '#runtime/pages/logout-page.ts';
import { texts } from '#runtime/pages/texts.ts';

/** Any text, and texts that have broken out of pages before. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</title></style><svg onload=alert(1)>',
    '--><b>',
    ']]><b>',
    '&lt;b&gt; &#60;b&#62; &amp;amp; &nbsp',
    '${7*7}{{7*7}}',
    'javascript:alert(1)',
    '\u0000<\u0000script>',
    '\uD800<b>\uDC00',
    '\u202Egnp.exe\u2066',
    '\u2028\u2029\u0085\uFFFE\uFFFF',
  ),
);

const anyLogin: fc.Arbitrary<LoginView> = fc.record({
  application: anyText,
  description: fc.option(anyText, { nil: undefined }),
  store: fc.option(fc.record({ title: anyText, url: anyText }), { nil: undefined }),
  transaction: anyText,
  passwordAction: fc.option(anyText, { nil: undefined }),
  federatedAction: anyText,
  federations: fc.array(fc.record({ name: anyText, displayName: anyText }), { maxLength: 3 }),
  username: anyText,
  problem: fc.constantFrom(
    undefined,
    'incomplete',
    'refused',
    'limited',
    'unavailable',
    'provider_refused',
    'provider_unavailable',
  ),
});

const anyConsent: fc.Arbitrary<ConsentView> = fc.record({
  application: anyText,
  description: fc.option(anyText, { nil: undefined }),
  owner: anyText,
  isSandbox: fc.boolean(),
  user: anyText,
  destination: anyText,
  scopes: fc.array(anyText, { maxLength: 3 }),
  transaction: anyText,
  action: anyText,
  switchAction: anyText,
  grantsPage: anyText,
});

const anyGrants: fc.Arbitrary<GrantsView> = fc.record({
  user: anyText,
  granted: fc.array(
    fc.record({
      application: anyText,
      owner: anyText,
      scopes: fc.array(anyText, { maxLength: 3 }),
      isSandbox: fc.boolean(),
      since: fc.nat(),
      lastUsedAt: fc.option(fc.nat(), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  transaction: anyText,
  action: anyText,
  logoutPage: anyText,
});

/** The elements and attributes of a page, without any text and without the values of attributes. */
function outline(page: Page): readonly string[] {
  const text = String(renderPage(page, { organisation: 'Campus', grantsPage: '/grants' }));
  const prologue = '<!doctype html>';
  expect(text.startsWith(prologue)).toBe(true);
  using document = XmlDocument.fromString(text.slice(prologue.length));
  const elements = document.find('//node()').flatMap(outlineOf);
  expect(elements).toContain('main');
  return elements;
}

function outlineOf(node: XmlNode): readonly string[] {
  if (!(node instanceof XmlElement)) return [];
  return [[node.name, ...node.attrs.map(({ name }) => name)].join(' ')];
}

describe('no text becomes markup', () => {
  const blank = <View extends object>(view: View): View =>
    JSON.parse(JSON.stringify(view), (key, value: unknown) =>
      typeof value === 'string' && key !== 'problem' ? value && 'x' : value,
    ) as View;

  test('on the login page', () => {
    fc.assert(
      fc.property(anyLogin, (view) => {
        expect(outline(renderLogin(view))).toEqual(outline(renderLogin(blank(view))));
      }),
    );
  });

  test('on the consent page', () => {
    fc.assert(
      fc.property(anyConsent, (view) => {
        expect(outline(renderConsent(view))).toEqual(outline(renderConsent(blank(view))));
      }),
    );
  });

  test('on the page of grants', () => {
    fc.assert(
      fc.property(anyGrants, (view) => {
        expect(outline(renderGrants(view))).toEqual(outline(renderGrants(blank(view))));
      }),
    );
  });

  test('on the other pages', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (user, transaction, action) => {
        const logout = renderLogout({ user, provider: user, transaction, action, grantsPage: action });
        const plain = { user: 'x', provider: 'x', transaction: 'x', action: 'x', grantsPage: 'x' };
        expect(outline(logout)).toEqual(outline(renderLogout(plain)));
        for (const outcome of ['requested', 'not_offered', 'unavailable'] as const) {
          const loggedOut = renderLoggedOut({ displayName: user, outcome });
          expect(outline(loggedOut)).toEqual(outline(renderLoggedOut({ displayName: 'x', outcome })));
        }
        expect(outline(renderError('form_expired', action))).toEqual(
          outline(renderError('form_expired', 'x')),
        );
      }),
    );
  });

  test('and what is written is what is read', () => {
    const readable = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text));
    fc.assert(
      fc.property(readable, (text) => {
        using document = XmlDocument.fromString(String(html`<a title="${text}">${text}</a>`));
        expect(document.root.content).toBe(text);
        expect(document.root.attr('title')?.value).toBe(text);
      }),
    );
  });

  test('as every character that matters shows', () => {
    expect(String(html`<a b="${`<>&"'\u0000\u0085\uD800`}">${'`=\u00e9\u{1F436}\t\n'}</a>`)).toBe(
      '<a b="&lt;&gt;&amp;&quot;&#39;\uFFFD\uFFFD\uFFFD">`=\u00e9\u{1F436}\t\n</a>',
    );
    expect(String(html`${[html`<b>${'<'}</b>`, html`<i></i>`]}${undefined}${''}`)).toBe('<b>&lt;</b><i></i>');
  });

  test('not even where the types are broken', () => {
    const forged = { toString: () => '<script>' } as unknown as Html;
    expect(() => html`${[forged]}`).toThrow(TypeError);
    expect(() => html`${forged}`).toThrow(TypeError);
  });
});

test('nothing hidden is on a page: neither in a name nor in another text that somebody has chosen', () => {
  const name = 'ad\u202Em\u200Bin\u2066\u{E0061}';
  const view = {
    transaction: 'x',
    action: '/a',
    switchAction: '/s',
    federatedAction: '/f',
    grantsPage: '/g',
  };
  const pages = [
    renderConsent({
      ...view,
      application: 'Web',
      description: name,
      owner: name,
      isSandbox: false,
      user: name,
      destination: name,
      scopes: [name],
    }),
    renderGrants({
      ...view,
      user: name,
      logoutPage: '/l',
      granted: [
        {
          application: 'Web',
          owner: name,
          scopes: [name],
          isSandbox: false,
          since: 0,
          lastUsedAt: undefined,
        },
      ],
    }),
    renderLogin({
      ...view,
      description: name,
      federations: [{ name: 'x', displayName: name }],
      username: '',
    }),
    renderLogout({ ...view, user: name, provider: name }),
    renderLoggedOut({ displayName: name, outcome: 'requested' }),
  ];
  for (const page of pages) {
    const site = { organisation: name, grantsPage: '/g', store: { title: name, url: '/store' } };
    const text = String(renderPage(page, site));
    expect(text).toContain('ad\uFFFDm\uFFFDin');
    expect(hasHidden(text.replaceAll(/\s/g, ' '))).toBe(false);
  }
});

describe('every page leads on', () => {
  const problems = Object.keys(texts.error.problems) as (keyof typeof texts.error.problems)[];
  const ends = [
    ...problems.flatMap((problem) => [renderError(problem), renderError(problem, '/authorize?again')]),
    renderLoggedOut(),
    renderLoggedOut({ displayName: 'Campus', outcome: 'not_offered' }),
  ];
  const linksOf = (page: Page, site?: Site) =>
    [...String(renderPage(page, site)).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);

  test.each([
    ['to the store', { store: { title: 'Campus APIs', url: 'https://store.example.edu/store' } }],
    ['to the page of grants where there is no store', {}],
  ])('%s', (_where, changes) => {
    const site: Site = { organisation: 'Campus', grantsPage: '/authorize/grants', ...changes };
    for (const page of ends) {
      const links = linksOf(page, site);
      const ways = [...(site.store ? [site.store.url] : []), site.grantsPage];
      expect(links).toEqual(links[0] === '/authorize?again' ? [links[0]] : ways);
    }
  });

  test('to itself while nothing else is known', () => {
    expect(linksOf(renderError('unavailable'))).toEqual(['']);
  });
});

describe('the texts', () => {
  const named = (text: unknown): unknown =>
    typeof text === 'function' ? (text as (name: string) => string)('X') : text;
  const all = JSON.stringify(texts, (_key, value: unknown) => named(value));

  test('hold no markup', () => {
    expect(all).not.toMatch(/[<>]|&\w+;/);
  });

  test('of every problem are sentences', () => {
    for (const { title, explanation, advice } of Object.values(texts.error.problems)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      for (const sentences of [explanation, advice]) expect(sentences).toMatch(/^[A-Z].*\.$/);
    }
    for (const problem of Object.values(texts.login.problems)) expect(problem).toMatch(/^[A-Z].*\.$/);
  });
});
