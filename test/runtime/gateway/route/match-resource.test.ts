import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchByRouter, createMatcher } from '#runtime/gateway/route/match-resource.ts';
import { groupResources } from '#compiled/resources/resource.ts';
import { draws } from '../../../full-run.ts';

function matcherOf(...operations: readonly string[]) {
  const match = createMatcher(
    operations.map((text) => ({ method: text.split(' ')[0] ?? '', path: text.split(' ')[1] ?? '' })),
  );
  return (path: string) => match(path)?.store.template;
}

describe('a template', () => {
  test.each([
    ['/dogs', '/dogs', true],
    ['/dogs', '/d%6fgs', true],
    ['/dogs', '/Dogs', false],
    ['/dogs', '/dogs/', false],
    ['/dogs/', '/dogs/', true],
    ['/dogs/', '/dogs', false],
    ['/', '/', true],
    ['/dogs/{id}', '/dogs/1', true],
    ['/dogs/{id}', '/dogs/', false],
    ['/dogs/{id}', '/dogs/1/', false],
    ['/dogs/{id}', '/dogs/1/2', false],
    ['/dogs/{id}', '/dogs/r%C3%A9x%20y', true],
    ['/dogs/{id}', `/dogs/${'x'.repeat(10_000)}`, true],
    ['/dogs/{id}/toys/{toy}', '/dogs/1/toys/2', true],
    ['/pairs/{a},{b}', '/pairs/1,2', true],
    ['/pairs/{a},{b}', '/pairs/1,2,3', true],
    ['/pairs/{a},{b}', '/pairs/1', false],
    ['/pairs/{a},{b}', '/pairs/,2', false],
    ['/pairs/{a},{b}', '/pairs/1,', false],
    ['/triples/{a},{b},{c}', '/triples/1,2,3', true],
    ['/triples/{a},{b},{c}', '/triples/1,2', false],
    ['/dogs/{kind}={id}', '/dogs/chip=9', true],
    ['/dogs/{kind}={id}', '/dogs/chip', false],
    ['/dogs/name={id}', '/dogs/name=Rex', true],
    ['/dogs/name={id}', '/dogs/name=', false],
    ['/dogs/name={id}', '/dogs/chip=Rex', false],
    ['/dogs/{id}.json', '/dogs/1.json', true],
    ['/dogs/{id}.json', '/dogs/1.2.json', true],
    ['/dogs/{id}.json', '/dogs/1xjson', false],
    ['/dogs/{id}:walk', '/dogs/1:walk', true],
    ['/dogs/{id}:walk', '/dogs/1:2:walk', true],
    ['/dogs/{id}:walk', '/dogs/1:run', false],
    ['/dogs:walk', '/dogs:walk', true],
    ['/dogs/{a}{b}', '/dogs/12', true],
    ['/dogs/{a}{b}', '/dogs/1', false],
    ['/compare/{base}...{head}', '/compare/v1.0...v2.0', true],
    ['/calls/by({id})', '/calls/by(1)', true],
    ['/calls/by({a},{b})', '/calls/by(1,2)', true],
    ['/files/*', '/files/*', true],
    ['/files/*', '/files/x', false],
    ['/files/*{id}', '/files/*1', true],
    ['/a.b+c$/{id}', '/a.b+c$/1', true],
    ['/a.b/{id}', '/axb/1', false],
    ['/caf%C3%A9/{id}', '/caf%C3%A9/1', true],
    ['/a%20b', '/a%20b', true],
  ])('%s meets %s: %s', (template, path, matches) => {
    expect(matcherOf(`GET ${template}`)(path)).toBe(matches ? template : undefined);
  });
});

describe('several templates', () => {
  test('a literal wins over a parameter, whatever their order and methods', () => {
    const match = matcherOf('GET /dogs/{id}', 'POST /dogs/all', 'GET /{kind}/best', 'GET /dogs/{id}.json');
    expect(match('/dogs/all')).toBe('/dogs/all');
    expect(match('/dogs/1')).toBe('/dogs/{id}');
    expect(match('/dogs/1.json')).toBe('/dogs/{id}.json');
    expect(match('/cats/best')).toBe('/{kind}/best');
    expect(match('/dogs/best')).toBe('/dogs/{id}');
  });

  test('a literal that leads nowhere does not hide a parameter', () => {
    const match = matcherOf('GET /dogs/all/toys', 'GET /{kind}/{id}/beds');
    expect(match('/dogs/all/beds')).toBe('/{kind}/{id}/beds');
  });

  test('of those that match the same paths the first one has the say', () => {
    const declared = [
      { method: 'GET', path: '/dogs/{id}', operationId: 'first' },
      { method: 'GET', path: '/dogs/{name}', operationId: 'second' },
      { method: 'PUT', path: '/dogs/{name}', operationId: 'third' },
    ];
    const resource = createMatcher(declared)('/dogs/1')?.store;
    expect(resource?.operations.map(({ operationId }) => operationId)).toEqual(['first', 'third']);
    expect(resource?.allow).toBe('GET, PUT, HEAD, OPTIONS');
  });
});

test('a literal that the router takes for syntax leaves the other templates served', () => {
  const match = matcherOf('GET /x/{a}{b}', 'GET /x/{a}()', 'GET /:a?/{b}-{c}', 'GET /dogs/{kind}={id}');
  expect([match('/x/12'), match('/dogs/chip=9')]).toEqual(['/x/{a}{b}', '/dogs/{kind}={id}']);
});

test('no path takes long to be refused', () => {
  const match = matcherOf(
    'GET /dogs/{a},{b},{c},{d}.json',
    'GET /dogs/{a}-{b}-{c}...{d}:x',
    'GET /dogs/{a}{b}{c}!',
  );
  for (const piece of [',', '-', '.', 'a', ',-.', '%2C'])
    expect(match(`/dogs/${piece.repeat(5000)}`)).toBeUndefined();
});

/** The meaning of a template, written without a router. */
function meets(template: string, path: string): boolean {
  const source = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}

test('a path is matched exactly when some template means it', () => {
  const literal = fc.constantFrom('dogs', 'a', 'b', 'v1', 'a:b', 'a.b', 'x*');
  const segment = fc.oneof(
    literal,
    fc.constantFrom('{a}', '{a},{b}', '{a}.json', 'n={a}', '{a}:go', '{a}-{b}', '({a})'),
  );
  const template = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const piece = fc.oneof(
    literal,
    fc.constantFrom('1', 'n=', '1,', '1,2', '1.json', 'n=1', '1:go', '1-2', '(1)', 'a,b.json'),
  );
  const path = fc.array(piece, { maxLength: 4 }).map((pieces) => `/${pieces.join('/')}`);
  fc.assert(
    fc.property(fc.array(template, { minLength: 1, maxLength: 8 }), path, (templates, asked) => {
      const found = matcherOf(...templates.map((text) => `GET ${text}`))(asked);
      expect(found !== undefined).toBe(templates.some((text) => meets(text, asked)));
      if (found !== undefined) expect(meets(found, asked)).toBe(true);
    }),
    { numRuns: draws(2000) },
  );
});

test('the router would match every path like that', () => {
  const odd = fc.constantFrom(
    'a:b',
    'a.b',
    '',
    'd%6fg',
    'a%2Fb',
    'x*',
    'é',
    '(a)',
    '%',
    '%25b',
    '{a}%',
    '{a},{b}',
    'd{a}',
    '{a}.b',
  );
  const usual = fc.constantFrom('dog', 'a', 'b', '{a}', '{b}');
  const templateOf = (segment: fc.Arbitrary<string>) =>
    fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const template = fc.oneof(
    { weight: 4, arbitrary: templateOf(usual) },
    { weight: 1, arbitrary: templateOf(fc.oneof(usual, odd)) },
  );
  const plain = fc.constantFrom('dog', 'a', 'b', '1', 'a:b', 'do', 'doga', '1,2', 'x.b');
  const strange = fc.constantFrom('', 'd%6Fg', '1%2C2', '%2e', '%25', '*', 'a*', '%zz', '%C3%A9', 'é');
  const pathOf = (piece: fc.Arbitrary<string>) =>
    fc.array(piece, { maxLength: 5 }).map((pieces) => `/${pieces.join('/')}`);
  const path = fc.oneof(
    { weight: 3, arbitrary: pathOf(plain) },
    { weight: 1, arbitrary: pathOf(fc.oneof(plain, strange)) },
  );
  fc.assert(
    fc.property(fc.array(template, { minLength: 1, maxLength: 10 }), path, (templates, asked) => {
      const operations = templates.map((text) => ({ method: 'GET', path: text }));
      const found = createMatcher(operations)(asked);
      const routed = matchByRouter(groupResources(operations))(asked);
      expect([found?.store.template, found?.values]).toEqual([routed?.store.template, routed?.values]);
    }),
    { numRuns: draws(5000) },
  );
});

test.each([
  ['/a/1/c', ['/a/{x}/b', '/{y}/{z}/c'], '/{y}/{z}/c', ['a', '1']],
  ['/a/b', ['/a%2Fb', '/{y}/{z}'], '/{y}/{z}', ['a', 'b']],
  ['/a%2fb', ['/a%2Fb', '/{y}'], '/a%2Fb', []],
  ['/x%2Fb', ['/a%2Fb', '/{y}', '/{y}/b'], '/{y}', ['x/b']],
  ['/x%2F', ['/{y}'], '/{y}', ['x/']],
  ['/a%252Fb', ['/a%2Fb', '/{y}'], '/{y}', ['a%2Fb']],
  ['/%EE%80%80*', ['/**', '/{x}'], '/{x}', ['\uE000*']],
  ['/dog', ['/{x}', '/d{y}'], '/d{y}', ['og']],
  ['/7%25', ['/{x}%'], '/{x}%', ['7']],
  ['/7%25A%258', ['/{x}%25A{y}'], '/{x}%25A{y}', ['7', '%8']],
  ['/%25BA', ['/%B%41'], '/%B%41', []],
  ['/a*b', ['/{x}'], '/{x}', ['a*b']],
  ['/%EE%80%80', ['/{x}'], '/{x}', ['\uE000']],
])('the values of %s are those of the template that it met', (path, templates, template, values) => {
  const found = createMatcher(templates.map((text) => ({ method: 'GET', path: text })))(path);
  expect([found?.store.template, found?.values]).toEqual([template, values]);
});
