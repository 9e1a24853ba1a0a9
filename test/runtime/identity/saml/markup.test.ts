import { describe, expect, test } from 'vitest';
import { verifyAssertion } from '#runtime/identity/saml/verify-assertion.ts';
import { encode, makeAssertion, notVerified, rules, saml, sign, swap, verify } from './assertion-in-test.ts';

const victim = 'rex@campus.example';
const rex = `user:campus/${victim}`;
const signed = sign(makeAssertion());
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

const notBase64 = 'The assertion is not base64url without padding.';
const notUtf8 = 'The assertion is not UTF-8.';
const notDocument = 'The assertion is not an XML document.';
const notPlain = 'The assertion has a document type, a comment, a CDATA section or a processing instruction.';
const badCharacter = 'The assertion has a character that is not allowed.';
const badEntity = 'The assertion has an entity that is not predefined.';
const notWellFormed = 'The assertion is not a well-formed XML document.';
const badNamespace = 'The assertion declares a reserved namespace.';
const tooMuch = 'The assertion has too many elements or attributes.';

function verifyEncoded(sent: string): string {
  const verified = verifyAssertion(sent, rules);
  return 'reason' in verified ? verified.reason : verified.subject;
}

describe('the encoding', () => {
  const padded = Buffer.from(`${signed}\n${' '.repeat(3 - ((signed.length + 2) % 3))}`).toString('base64');
  const withStrayBits = (sent: string) =>
    sent.slice(0, -1) + String.fromCharCode(sent.charCodeAt(sent.length - 1) + 1);
  const twoBytesOver = encode(signed + ' '.repeat((4 - (signed.length % 3)) % 3));

  test('the padded one is the same assertion', () => {
    expect(padded.endsWith('=')).toBe(true);
    expect(verifyEncoded(padded.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'))).toBe(rex);
    expect(verifyEncoded(twoBytesOver)).toBe(rex);
  });

  test.each([
    ['nothing', '', notBase64],
    ['padding', padded, notBase64],
    ['white space', encode(signed).replace(/^.{76}/, '$&\n'), notBase64],
    ['white space at the end', `${encode(signed)}\n`, notBase64],
    ['the alphabet of base64', `${encode(signed).slice(0, -4)}ab+/`, notBase64],
    ['a character too many', `${twoBytesOver}AAA`, notBase64],
    ['stray bits at the end', withStrayBits(twoBytesOver), notBase64],
    ['a plain assertion', signed, notBase64],
    ['no UTF-8', Buffer.from(signed.replace(victim, 'r\u00E9x'), 'latin1').toString('base64url'), notUtf8],
    ['an overlong form', Buffer.from([0xc0, 0xbc]).toString('base64url'), notUtf8],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80]).toString('base64url'), notUtf8],
    ['a byte order mark', encode(`\uFEFF${signed}`), notDocument],
    ['UTF-16', Buffer.from(signed, 'utf16le').toString('base64url'), notDocument],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${signed}`, 'utf16le').toString('base64url'), notUtf8],
    ['something else', encode('{"sub":"admin"}'), notDocument],
    ['junk before', encode(`x${signed}`), notDocument],
    ['junk after', encode(`${signed}x`), notDocument],
    ['a no-break space after', encode(`${signed}\u00A0`), notDocument],
    [
      'a byte too many',
      encode(signed + ' '.repeat(48 * 1024 - signed.length + 1)),
      'The assertion is too large.',
    ],
  ])('refuses %s', (_what, sent, reason) => {
    expect(verifyEncoded(sent)).toBe(reason);
  });

  test('accepts as many bytes as are allowed', () => {
    expect(verify(signed + ' '.repeat(48 * 1024 - signed.length))).toBe(rex);
  });
});

describe('the XML declaration', () => {
  test.each([
    declaration,
    `${declaration}\r\n`,
    "<?xml version='1.0'?>",
    '<?xml version="1.0" standalone="no" ?>\n',
    '<?xml version="1.0" encoding="utf-8" standalone=\'yes\'?>',
    '\n ',
  ])('may be %j', (start) => {
    expect(verify(start + signed)).toBe(rex);
  });

  test.each([
    '<?xml version="1.1"?>',
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<?XML version="1.0"?>',
    '<?xml?>',
    `\n${declaration}`,
    declaration + declaration,
  ])('may not be %j', (start) => {
    expect(verify(start + signed)).toBe(notPlain);
  });
});

describe('refused is what canonicalization or parsers read in several ways:', () => {
  const inNameId = (text: string) => swap(signed, victim, text);
  const before = (text: string) => text + signed;
  const bomb = `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(99)}"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>`;

  test.each([
    ['a comment in the NameID', inNameId('rex@campus.example<!---->.evil.example')],
    ['a comment that cuts the NameID', inNameId('<!--rex@campus.example-->admin')],
    ['a processing instruction in the NameID', inNameId('<?p rex@?>campus.example')],
    ['a processing instruction without data', inNameId('rex@<?p?>campus.example')],
    ['CDATA in the NameID', inNameId('<![CDATA[rex@campus.example]]>')],
    ['a comment before', before('<!-- x -->')],
    ['a comment after', `${signed}<!-- x -->`],
    ['a processing instruction before', before('<?p x?>')],
    ['a processing instruction after', `${signed}<?p x?>`],
    ['a comment in the digest', swap(signed, '<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->')],
    [
      'a comment in the value of the signature',
      swap(signed, '<ds:SignatureValue>', '<ds:SignatureValue><!--x-->'),
    ],
    [
      'a comment between the parts of the signature',
      swap(signed, '<ds:SignedInfo>', '<!----><ds:SignedInfo>'),
    ],
    ['a document type', before('<!DOCTYPE a>')],
    ['a document type after a declaration', before(`${declaration}<!DOCTYPE a>`)],
    ['an external document type', before('<!DOCTYPE a SYSTEM "https://evil.example/a.dtd">')],
    ['an entity', before('<!DOCTYPE a [<!ENTITY x "admin">]>').replace(victim, '&x;')],
    [
      'an external entity',
      before('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace(victim, '&x;'),
    ],
    [
      'an external parameter entity',
      before('<!DOCTYPE a [<!ENTITY % x SYSTEM "https://evil.example/"> %x;]>'),
    ],
    ['a bomb of entities', before(bomb).replace(victim, '&c;')],
    ['an attribute with a default', before('<!DOCTYPE a [<!ATTLIST a ID CDATA "_a1">]>')],
  ])('%s', (_what, attack) => {
    expect(verify(attack)).toBe(notPlain);
  });

  test.each([
    ['an unknown entity', inNameId('&x;'), badEntity],
    ['an entity of HTML', inNameId('rex&nbsp;'), badEntity],
    ['a stray ampersand', inNameId('rex & co'), badEntity],
    ['an entity that does not end', inNameId('rex&amp co'), badEntity],
    ['a reference to NUL', inNameId('rex&#0;'), badCharacter],
    ['a reference to a control character', inNameId('rex&#x1F;'), badCharacter],
    ['a reference to a surrogate', inNameId('rex&#xD800;'), badCharacter],
    ['a reference beyond Unicode', inNameId('rex&#x110000;'), badCharacter],
    [
      'a reference to what is no character, in an attribute',
      swap(signed, ' ID=', ' x="&#xFFFF;" ID='),
      badCharacter,
    ],
    ['NUL', inNameId('rex\0'), badCharacter],
    ['a control character', inNameId('rex\u0001'), badCharacter],
    ['what is no character', inNameId('rex\uFFFE'), badCharacter],
    ['the replacement character', inNameId('rex\uFFFD'), badCharacter],
    ['a reference to the replacement character', inNameId('rex&#xFFFD;'), badCharacter],
  ])('%s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });

  test.each([
    ['an attribute twice', swap(signed, ' ID=', ' ID="_a2" ID='), notWellFormed],
    ['an attribute without quotes', swap(signed, ' ID=', ' x=y ID='), notWellFormed],
    ['an attribute without a value', swap(signed, ' ID=', ' x ID='), notWellFormed],
    ['attributes without a space', swap(signed, ' ID=', ' x="y"ID='), notWellFormed],
    ['an attribute with a tag', swap(signed, ' ID=', ' x="<y>" ID='), notWellFormed],
    ['a second root', signed + signed, notWellFormed],
    ['a tag that is not closed', swap(signed, '</saml:Subject>', ''), notWellFormed],
    ['tags in another order', swap(signed, '</saml:NameID>', '</saml:Subject>'), notWellFormed],
    ['a prefix that is not declared', swap(signed, `xmlns:saml="${saml}"`, ''), notWellFormed],
    [
      'a signature whose prefix is not declared',
      swap(signed, ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', ''),
      notWellFormed,
    ],
    ['a prefix that is taken back', swap(signed, '<saml:NameID>', '<saml:NameID xmlns:x="">'), badNamespace],
    [
      'xml declared as a prefix',
      swap(signed, '<saml:NameID>', '<saml:NameID xmlns:xml="urn:x">'),
      badNamespace,
    ],
    [
      'xmlns declared as a prefix',
      swap(signed, '<saml:NameID>', '<saml:NameID xmlns:xmlns="urn:x">'),
      badNamespace,
    ],
    [
      'a prefix for the namespace of declarations',
      swap(signed, '<saml:NameID>', '<saml:NameID xmlns:x="http://www.w3.org/2000/xmlns/">'),
      badNamespace,
    ],
    [
      'the assertion in no namespace',
      swap(
        signed,
        /<saml:Assertion (.*)<\/saml:Assertion>/s,
        `<Assertion ${signed.slice(16, -17)}</Assertion>`,
      ),
      'The root is not a SAML 2.0 Assertion.',
    ],
    [
      'the namespace declared again',
      swap(signed, '<saml:NameID>', '<saml:NameID xmlns:saml="urn:x">'),
      notVerified,
    ],
    [
      'an attribute in a namespace beside the signed one',
      swap(
        signed,
        ' IssueInstant=',
        ` xmlns:x="${saml}" x:IssueInstant="2030-01-01T00:00:00Z" IssueInstant=`,
      ),
      notVerified,
    ],
  ])('%s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });
});

describe('what is too large is refused before it costs much:', () => {
  const fill = (part: string) => part.repeat(Math.floor((48 * 1024 - 200) / part.length));
  const nest = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
  const deep = 'The assertion is nested too deeply.';

  test.each([
    ['deep nesting', nest(33), deep],
    ['deeper nesting', nest(700), deep],
    ['nesting as deep as it fits', nest(7000), tooMuch],
    ['tags that are only opened', fill('<a>'), tooMuch],
    ['tags that are only begun', `${fill('<')}>`, tooMuch],
    ['many elements', `<a>${fill('<b/>')}</a>`, tooMuch],
    [
      'many attributes',
      `<a ${Array.from({ length: 1500 }, (_, index) => `a${index}=""`).join(' ')}/>`,
      'An element of the assertion has too many attributes.',
    ],
    [
      'more attributes',
      `<a ${Array.from({ length: 2500 }, (_, index) => `a${index}=""`).join(' ')}/>`,
      tooMuch,
    ],
    ['a long namespace', `<a xmlns="${'x'.repeat(513)}"/>`, badNamespace],
    [
      'many namespaces, each within the other',
      `${Array.from({ length: 700 }, (_, index) => `<a xmlns:a${index}="x">`).join('')}${'</a>'.repeat(700)}`,
      deep,
    ],
    ['references alone', `<a>${fill('&#x1F415;')}</a>`, 'The root is not a SAML 2.0 Assertion.'],
    ['white space alone', ' '.repeat(48 * 1024), notDocument],
    ['white space within', `<a>${' '.repeat(48 * 1024 - 10)}x`, notDocument],
  ])('%s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });
});

test('only white space is allowed before the assertion', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const accepted = bytes.filter(
    (byte) => verifyEncoded(Buffer.from([byte, ...Buffer.from(signed)]).toString('base64url')) === rex,
  );
  expect(accepted).toEqual([0x09, 0x0a, 0x0d, 0x20]);
});
