import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { parseXml } from '#runtime/identity/saml/xml/parse-xml.ts';
import { verifyAssertion, type VerifiedAssertion } from '#runtime/identity/saml/verify-assertion.ts';
import { writeXml } from '#runtime/identity/saml/xml/write-xml.ts';
import type { XmlElement } from '#runtime/identity/saml/xml/xml-element.ts';
import { draws } from '../../../full-run.ts';
import { confirmBearer, encode, makeAssertion, rules, sign, tokenUrl } from './assertion-in-test.ts';

const signed = sign(
  makeAssertion({
    confirmations:
      confirmBearer('NotOnOrAfter="2026-03-01T12:01:00Z" Recipient="https://other.example"') +
      confirmBearer(),
  }),
);
const bytes = Buffer.from(signed);
const root = parseXml(signed);
const expected = verifyAssertion(encode(signed), rules);

/** The law: a changed assertion is refused without console output, or read as it was signed. It never throws. */
function holds(sent: string): boolean {
  const verified = verifyAssertion(sent, rules);
  expect(onConsole.flatMap(({ mock }) => mock.calls)).toEqual([]);
  return 'reason' in verified ? verified.reason.length > 0 : isSame(verified);
}

function isSame(verified: VerifiedAssertion): boolean {
  expect(verified).toEqual(expected);
  return true;
}

test('The assertion that is mutated is in order.', () => {
  expect(expected).toMatchObject({ subject: 'user:campus/rex@campus.example' });
  expect(writeXml(root)).toBe(
    signed
      .replaceAll('/>', '></>')
      .replace(/<([\w:]+)([^<]*)><\/>/g, '<$1$2></$1>')
      .replaceAll('&amp;', '&#x26;'),
  );
});

const onConsole = (['error', 'warn', 'log'] as const).map((method) => vi.spyOn(console, method));
afterAll(() => onConsole.forEach((method) => method.mockRestore()));

/** What parsers and canonicalization have stumbled over. */
const snippets = [
  '<!---->',
  '<!--x-->',
  '<?x y?>',
  '<![CDATA[x]]>',
  '&#x2028;',
  '&#13;',
  '&#xFFFD;',
  '&lt;',
  '\r\n',
  '\t',
  '\u0085',
  '\u2028',
  '\uFFFD',
  ' xmlns="urn:x"',
  ' xmlns:saml="urn:x"',
  ' ID="_a1"',
  ' x:ID="_a1"',
  '<saml:NameID>admin</saml:NameID>',
  '<x/>',
  '>',
  '<',
  '"',
  '/',
  'admin',
  tokenUrl,
];

const place = fc.nat({ max: bytes.length });

const edits = fc.oneof(
  fc.record({ at: place, cut: fc.constant(1), put: fc.uint8Array({ minLength: 1, maxLength: 1 }) }),
  fc.record({
    at: place,
    cut: fc.nat({ max: 60 }),
    put: fc.constantFrom(...snippets).map((text) => Buffer.from(text)),
  }),
  fc.record({
    at: place,
    cut: fc.nat({ max: 40 }),
    put: place.chain((from) => fc.nat({ max: 400 }).map((length) => bytes.subarray(from, from + length))),
  }),
);

test('Bytes that are flipped, cut, copied or put in never make other claims.', () => {
  fc.assert(
    fc.property(fc.array(edits, { minLength: 1, maxLength: 3 }), (list) => {
      const mutated = list.reduce(
        (text, { at, cut, put }) => Buffer.concat([text.subarray(0, at), put, text.subarray(at + cut)]),
        bytes,
      );
      return holds(mutated.toString('base64url'));
    }),
    { numRuns: draws(1500) },
  );
});

type Path = readonly number[];

const paths = listPaths(root, []);

function listPaths({ children }: XmlElement, path: Path): readonly Path[] {
  return children.flatMap((child, index) =>
    typeof child === 'string' ? [] : [[...path, index], ...listPaths(child, [...path, index])],
  );
}

function elementAt(element: XmlElement, [index, ...rest]: Path): XmlElement {
  const child = index === undefined ? undefined : element.children[index];
  return typeof child === 'object' ? elementAt(child, rest) : element;
}

/** Replaces a child, found by its path. */
function replaceAt(
  element: XmlElement,
  [index = 0, ...rest]: Path,
  change: (child: XmlElement) => XmlElement['children'],
): XmlElement {
  const children = element.children.flatMap((child, at) => {
    if (at !== index || typeof child === 'string') return [child];
    return rest.length === 0 ? change(child) : [replaceAt(child, rest, change)];
  });
  return { ...element, children };
}

const somewhere = fc.constantFrom(...paths);
const names = fc.constantFrom(
  'ID',
  'Id',
  'id',
  'x:ID',
  'URI',
  'Algorithm',
  'Recipient',
  'NotOnOrAfter',
  'NotBefore',
  'Format',
  'Method',
  'xmlns',
  'xmlns:saml',
  'xmlns:ds',
  'xmlns:x',
);
const values = fc.constantFrom(
  '_a1',
  '_a2',
  '#_a1',
  '',
  tokenUrl,
  '2030-01-01T00:00:00Z',
  'urn:x',
  'http://www.w3.org/2000/09/xmldsig#',
  'urn:oasis:names:tc:SAML:2.0:assertion',
);

type Mutation = (tree: XmlElement) => XmlElement;

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  somewhere.map(
    (path): Mutation =>
      (tree) =>
        replaceAt(tree, path, () => []),
  ),
  fc.tuple(somewhere, somewhere, fc.boolean()).map(
    ([from, to, before]): Mutation =>
      (tree) =>
        replaceAt(tree, to, (child) =>
          before ? [elementAt(root, from), child] : [child, elementAt(root, from)],
        ),
  ),
  fc.tuple(somewhere, somewhere).map(
    ([from, to]): Mutation =>
      (tree) =>
        replaceAt(tree, to, (child) => [{ ...child, children: [...child.children, elementAt(root, from)] }]),
  ),
  somewhere.map(
    (path): Mutation =>
      (tree) =>
        replaceAt(tree, path, (child) => child.children),
  ),
  somewhere.map(
    (path): Mutation =>
      (tree) =>
        replaceAt(tree, path, (child) => [{ ...tree, children: [child] }]),
  ),
  fc.tuple(somewhere, fc.constantFrom('admin', ' ', tokenUrl, '\r')).map(
    ([path, text]): Mutation =>
      (tree) =>
        replaceAt(tree, path, (child) => [{ ...child, children: [text, ...child.children] }]),
  ),
  fc
    .tuple(fc.oneof(somewhere, fc.constant([])), names, values)
    .map(([path, name, value]): Mutation => (tree) => {
      const withAttribute = (element: XmlElement): XmlElement => ({
        ...element,
        attributes: [
          ...element.attributes.filter((attribute) => attribute.name !== name),
          { namespace: '', localName: name, name, value },
        ],
      });
      return path.length === 0
        ? withAttribute(tree)
        : replaceAt(tree, path, (child) => [withAttribute(child)]);
    }),
);

test('Elements that are moved, copied, wrapped or taken out, and other attributes, never make other claims.', () => {
  fc.assert(
    fc.property(fc.array(mutations, { minLength: 1, maxLength: 4 }), (list) =>
      holds(encode(writeXml(list.reduce((tree, mutate) => mutate(tree), root)))),
    ),
    { numRuns: draws(1500) },
  );
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\r', '\t', '&', '<', '"', '\u0085', '\u2028', 'é', '🐕'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});

test('What is written is parsed as the same again, whatever the texts.', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, value) => {
      const attribute = { namespace: '', localName: 'a', name: 'a', value };
      const written = writeXml({
        namespace: '',
        localName: 'e',
        tagName: 'e',
        attributes: [attribute],
        children: [text],
      });
      const { attributes, children } = parseXml(written);
      expect({ attributes, children }).toEqual({
        attributes: [attribute],
        children: text === '' ? [] : [text],
      });
    }),
  );
});

test('A NameID of any characters names the same user to the gateway as to its provider.', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const written = writeXml({
        namespace: '',
        localName: 'e',
        tagName: 'e',
        attributes: [],
        children: [name],
      });
      const assertion = sign(makeAssertion({ nameId: `<saml:NameID>${written.slice(3, -4)}</saml:NameID>` }));
      const verified = verifyAssertion(encode(assertion), rules);
      if ('subject' in verified) expect(verified.subject).toBe(`user:campus/${name}`);
      else expect(verified.reason).toMatch(/NameID|character/);
    }),
    { numRuns: draws(60) },
  );
});
