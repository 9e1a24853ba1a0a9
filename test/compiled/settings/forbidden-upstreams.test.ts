import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ForbiddenUpstreams,
  isForbiddenEntry,
  isThisMachine,
  readUpstreamAddress,
} from '#compiled/settings/forbidden-upstreams.ts';
import { draws } from '../../full-run.ts';

const forbidden = new ForbiddenUpstreams();

/** The entry that forbids a URL. */
function find(url: string, list = forbidden): string | undefined {
  const address = readUpstreamAddress(url);
  return address && list.find(address);
}

/** The spellings of a number of one byte, or of several at the end of an IPv4 address. */
const spellNumber = (value: number) => [
  String(value),
  `0x${value.toString(16)}`,
  `0X${value.toString(16).toUpperCase()}`,
  `0${value.toString(8)}`,
  `0x0000${value.toString(16)}`,
];

/** The hosts of URLs that lead to an IPv4 address. */
function spellAddress(bytes: readonly [number, number, number, number], pick: readonly number[]): string[] {
  const [a, b, c, d] = bytes;
  const parts = [
    [a * 2 ** 24 + b * 2 ** 16 + c * 256 + d],
    [a, b * 2 ** 16 + c * 256 + d],
    [a, b, c * 256 + d],
    [a, b, c, d],
  ];
  const spelled = parts.map((numbers) =>
    numbers.map((number, index) => spellNumber(number)[pick[index] ?? 0]).join('.'),
  );
  const [high, low] = [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
  const inside = ['::ffff:', '::FFFF:0:', '64:ff9b::', '::'].map((start) => `[${start}${high}:${low}]`);
  const dotted = `${a}.${b}.${c}.${d}`;
  return [
    ...spelled,
    ...spelled.map((host) => `${host}.`),
    ...inside,
    `[::ffff:${dotted}]`,
    `[0:0:0:0:0:ffff:${dotted}]`,
    `[2002:${high}:${low}::1]`,
    dotted.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted.replaceAll('.', '\u3002'),
    dotted.replaceAll(/\d/g, (digit) => `%3${digit}`),
  ];
}

test('every spelling of a forbidden address is found', () => {
  const byte = fc.nat(255);
  const picks = fc.array(fc.nat(4), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(byte, byte, picks, fc.constantFrom('http', 'HTTPS'), (c, d, pick, scheme) => {
      for (const host of spellAddress([169, 254, c, d], pick))
        for (const url of [
          `${scheme}://${host}`,
          `${scheme}://ada:x@${host}:8080/a?b#c`,
          `${scheme}:\\\\${host}`,
        ])
          expect([url, find(url)]).toEqual([url, '169.254.0.0/16']);
    }),
    { numRuns: draws(300) },
  );
});

test('every spelling of this machine is known', () => {
  const byte = fc.nat(255);
  fc.assert(
    fc.property(byte, byte, fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }), (b, d, pick) => {
      for (const host of spellAddress([127, b, 0, d], pick)) {
        const address = readUpstreamAddress(`https://${host}:8244`);
        expect([host, address?.port, isThisMachine(address?.host ?? '')]).toEqual([host, 8244, true]);
      }
    }),
    { numRuns: draws(300) },
  );
  const others = ['LOCALHOST', 'localhost.', 'a.localhost', '0', '0.0.0.0', '[::]', '[::1]', '[0:0::0:1]'];
  for (const host of others)
    expect(isThisMachine(readUpstreamAddress(`http://${host}`)?.host ?? '')).toBe(true);
});

test('other addresses are allowed', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255), (a, b, c, d) => {
      fc.pre(!(a === 169 && b === 254) && `${a}.${b}.${c}.${d}` !== '100.100.100.200');
      fc.pre(`${a}.${b}.${c}.${d}` !== '168.63.129.16');
      expect(find(`http://${a}.${b}.${c}.${d}`)).toBeUndefined();
    }),
    { numRuns: draws(1000) },
  );
  for (const host of ['a169.254.example.edu', 'metadata.example.edu', '[fd00:ec2::255]', '[fec0::1]'])
    expect(find(`https://${host}`)).toBeUndefined();
});

describe('a list of a gateway', () => {
  const list = new ForbiddenUpstreams([
    '10.0.0.0/8',
    'db.example.edu:5432',
    '[::1]:80',
    '2001:db8::/32',
    'DB2.example.edu.',
  ]);

  test.each([
    ['http://10.9.8.7:81', '10.0.0.0/8'],
    ['http://db.example.edu:5432', 'db.example.edu:5432'],
    ['http://db.example.edu', undefined],
    ['http://[::1]', '[::1]:80'],
    ['https://[::1]', undefined],
    ['https://[2001:DB8::1]', '2001:db8::/32'],
    ['https://db2.EXAMPLE.edu', 'DB2.example.edu.'],
    ['ftp://10.0.0.1', undefined],
    ['not a URL', undefined],
  ])('%s', (url, entry) => {
    expect(find(url, list)).toBe(entry);
  });

  test.each([
    '',
    'a b',
    'http://a',
    '10.0.0.0/33',
    'fe80::/129',
    '10.0.0.0/8/8',
    'a/8',
    'a@b',
    '*.a',
    'a:b',
    '[::1',
    'a:80:80',
    'a:65536',
    '[::1]:99999',
  ])('%j is not an entry', (entry) => {
    expect(isForbiddenEntry(entry)).toBe(false);
    expect(() => new ForbiddenUpstreams([entry])).not.toThrow();
  });
});
