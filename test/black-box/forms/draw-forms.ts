import fc from 'fast-check';
import { gatewayHost } from '../black-box-case.ts';
import { listHeaderNames } from '../attacks/header-names.ts';

/** A header line as it is sent: what is between its parts counts as much as the parts. */
export interface DrawnLine {
  readonly name: string;
  readonly separator: string;
  readonly value: string;
  readonly end: string;
}

/** A request in a form that no library sends. */
export interface DrawnForm {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly lines: readonly DrawnLine[];
  readonly body: string;
}

export function bytesOf({ method, target, version, lines, body }: DrawnForm, last: string): string {
  const written = lines.map(({ name, separator, value, end }) => name + separator + value + end);
  return `${method} ${target} HTTP/${version}\r\n${written.join('')}${last}\r\n\r\n${body}`;
}

/** Names that mean something to one of the data planes, and some that mean nothing. */
const names = [
  ...listHeaderNames(),
  'accept',
  'accept-encoding',
  'content-type',
  'early-data',
  'grpc-timeout',
  'referer',
  'user-agent',
  'x-b3-traceid',
  'x-client-trace-id',
  'x-forwarded-client-cert',
  'x-kept',
  'x-ot-span-context',
];

const addresses = [
  '192.0.2.7',
  '192.0.2.7:4711',
  '::ffff:192.0.2.7',
  '2001:db8::7',
  '[2001:db8::7]',
  '[2001:db8::7]:4711',
  '192.0.2.7, 127.0.0.1',
  '192.0.2.7:1, 127.0.0.1:2',
  ' 192.0.2.7 ,, ',
  'unknown',
  '_hidden',
  '192.0.2.7 ',
  '0192.0.2.7',
  '127.0.0.1',
];

const values = [
  '',
  '1',
  '0',
  'a, b',
  ',',
  '"a, b"',
  'a;b=c',
  'trailers',
  'close',
  'gzip',
  '*',
  '%00',
  'http://a/%2f',
  'https',
  'Wed, 21 Oct 2026 07:28:00 GMT',
  'Ren\u00e9e',
  '\u00ff',
  'a\tb',
  'x'.repeat(2000),
];

const controls = ['a\u0001b', 'a\u007fb', 'a\u000bb', 'a\u0000b', 'a\rb'];

const mostly = <T>(usual: T, others: readonly T[], weight = 12) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const line = fc.record({
  name: fc
    .tuple(fc.constantFrom(...names), fc.nat(5))
    .map(([name, spelling]) =>
      spelling === 0 ? name.toUpperCase() : spelling === 1 ? name.replaceAll('-', '_') : name,
    ),
  separator: mostly(': ', [':', ':  \t', ' : ']),
  value: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...values) },
    { weight: 5, arbitrary: fc.constantFrom(...addresses) },
    { weight: 1, arbitrary: fc.constantFrom(...controls) },
  ),
  end: mostly('\r\n', ['\n', '  \t\r\n'], 20),
});

/** A header line as libraries write it. */
export function lineOf(name: string, value: string): DrawnLine {
  return { name, separator: ': ', value, end: '\r\n' };
}

const host = lineOf('Host', gatewayHost);
const token = lineOf('Authorization', 'Bearer {token:walker}');

/** A call as libraries send it. */
export const plainForm: DrawnForm = {
  method: 'GET',
  target: '/park/v1/dogs',
  version: '1.1',
  lines: [host, token],
  body: '',
};

/** How a body is announced, with the body. */
const bodies: readonly (readonly [method: string, lines: readonly DrawnLine[], body: string])[] = [
  ['GET', [], ''],
  ['GET', [lineOf('Content-Length', '0')], ''],
  ['GET', [lineOf('Content-Length', '000')], ''],
  ['GET', [lineOf('Content-Length', '5')], 'hello'],
  ['DELETE', [], ''],
  ['DELETE', [lineOf('Content-Length', '0')], ''],
  ['HEAD', [], ''],
  ['OPTIONS', [], ''],
  ['POST', [], ''],
  ['POST', [lineOf('Content-Length', '0')], ''],
  ['POST', [lineOf('Content-Length', '5')], 'hello'],
  ['POST', [lineOf('Content-Length', '005')], 'hello'],
  ['POST', [lineOf('Content-Length', '000000000000005')], 'hello'],
  ['POST', [lineOf('Content-Length', '0000000000000005')], 'hello'],
  ['POST', [lineOf('Content-Length', '000000000000000000005')], 'hello'],
  ['POST', [lineOf('Transfer-Encoding', 'chunked')], '5\r\nhello\r\n0\r\n\r\n'],
  ['POST', [lineOf('Transfer-Encoding', 'Chunked')], '5;a=b\r\nhello\r\n0\r\nX-End: 1\r\n\r\n'],
  ['POST', [lineOf('Transfer-Encoding', 'chunked')], '0\r\n\r\n'],
];

export const drawnForm: fc.Arbitrary<DrawnForm> = fc
  .record({
    kind: fc.constantFrom(...bodies),
    version: mostly('1.1', ['1.0'], 10),
    drawn: fc.array(line, { minLength: 1, maxLength: 3 }),
    isKnown: mostly(true, [false]),
    hasHost: mostly(true, [false], 30),
  })
  .map(({ kind: [method, framing, body], version, drawn, isKnown, hasHost }) => ({
    method,
    target: method === 'DELETE' ? '/park/v1/dogs/7' : plainForm.target,
    version,
    lines: [...(hasHost ? [host] : []), ...(isKnown ? [token] : []), ...drawn, ...framing],
    body,
  }));
