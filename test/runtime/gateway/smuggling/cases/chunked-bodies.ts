import {
  answered,
  passed,
  passedAlone,
  post,
  refused,
  smuggled,
  type SmugglingCase,
} from '../smuggling-case.ts';

const chunked = (body: string): string => post('Transfer-Encoding: chunked') + body;
/** A chunk of the size that is written so, and what could be a request behind it. */
const sized = (size: string): string => chunked(`${size}\r\n12345\r\n0\r\n\r\n${smuggled}`);
const trailed = (trailer: string): string => chunked(`5\r\n12345\r\n0\r\n${trailer}\r\n\r\n`);

/** The upstream may have seen the beginning of the body, but never an end of it. */
const brokenOff = (cases: readonly SmugglingCase[]): readonly SmugglingCase[] =>
  cases.map((each) => ({ ...each, mayBegin: true as const }));

const sizes = refused(
  ...[
    '+5',
    '-5',
    '0x5',
    '5x',
    'g',
    '',
    ' 5',
    '5,5',
    '5.0',
    '"5"',
    '\x005',
    '5\x00',
    '5\x0b',
    '5\t',
    '5 ',
    '5 5',
    '10000000000000005',
    'FFFFFFFFFFFFFFFFF',
    '00000000000000000000000000000000000000000000000000000000000000005x',
    '5\n',
    '5\r',
    '\n5',
    '\r\n5',
    '5;x\n',
    '5;\n0',
    '5;x\ry',
    '5;x\0y',
    '5;x="a\ny"',
    '5;x="a\r\ny"',
    ';x=5',
    `5;x=${'y'.repeat(20_000)}`,
  ].map((size) => [`the size ${JSON.stringify(size.slice(0, 80))}`, sized(size)] as const),
);

const ends = refused(
  ['no line end after a chunk', chunked(`5\r\n123450\r\n\r\n${smuggled}`)],
  ['a line feed after a chunk', chunked(`5\r\n12345\n0\r\n\r\n${smuggled}`)],
  ['a carriage return after a chunk', chunked(`5\r\n12345\r0\r\n\r\n${smuggled}`)],
  ['two other bytes after a chunk', chunked(`5\r\n12345xx0\r\n\r\n${smuggled}`)],
  ['a chunk that is longer than its size', chunked(`3\r\n12345\r\n0\r\n\r\n${smuggled}`)],
  ['a chunk that is shorter than its size', chunked(`7\r\n12345\r\n0\r\n\r\n${smuggled}`)],
  ['a second chunk whose size is signed', chunked(`3\r\n123\r\n+2\r\n45\r\n0\r\n\r\n${smuggled}`)],
  ['a line feed after the last size', chunked(`5\r\n12345\r\n0\n\r\n${smuggled}`)],
  ['a line feed at the end', chunked(`5\r\n12345\r\n0\r\n\n${smuggled}`)],
  ['a carriage return at the end', chunked(`5\r\n12345\r\n0\r\n\r${smuggled}`)],
  ['bare line feeds all through', chunked(`5\n12345\n0\n\n${smuggled}`)],
);

const trailers = refused(
  ['a request as a trailer', trailed('GET /dogs/smuggled HTTP/1.1')],
  ['a trailer with a space before its colon', trailed('X-Sum : 1')],
  ['a trailer without a colon', trailed('X-Sum')],
  ['a trailer without a name', trailed(': 1')],
  ['a trailer in a folded line', trailed('X-Sum: 1\r\n 2')],
  ['a trailer that begins with a space', trailed(' X-Sum: 1')],
  ['a trailer with a NUL', trailed('X-Sum: \0')],
  ['a trailer with a bare line feed', trailed('X-Sum: 1\nX-Other: 2')],
  ['a trailer with a bare carriage return', trailed('X-Sum: 1\rX-Other: 2')],
  ['a length as a trailer', trailed('Content-Length: 5')],
  ['a coding as a trailer', trailed('Transfer-Encoding: chunked')],
);

const passedSizes = passed(
  'POST /dogs [body] 12345',
  ...['05', '00000000005', '5;x', '5;x=1', '5;x="a;b"', '5;x;y=1;z'].map(
    (size) => [`the size ${JSON.stringify(size)}`, chunked(`${size}\r\n12345\r\n0\r\n\r\n`)] as const,
  ),
  ['two chunks', chunked('2\r\n12\r\n3\r\n345\r\n0\r\n\r\n')],
  ['a last chunk of several noughts', chunked('5\r\n12345\r\n000\r\n\r\n')],
  ['a last chunk with an extension', chunked('5\r\n12345\r\n0;x=1\r\n\r\n')],
);

/** Trailers about framing, routing or authorization are not for the upstream (RFC 9110 section 6.5.1). */
const passedTrailers = passed(
  'POST /dogs [body] 12345',
  ...[
    'Host: smuggled.example.edu',
    'Authorization: Bearer smuggled',
    'X-Forwarded-For: 192.0.2.1',
    'Content-Type: text/html',
    'Cookie: session=smuggled',
  ].map((trailer) => [`the trailer ${trailer}`, trailed(trailer)] as const),
);

/** Chunks and trailers (RFC 9112 section 7.1) that two servers could read in two ways. */
export const chunkedBodies = [
  ...brokenOff([...sizes, ...ends, ...trailers]),
  ...passedSizes,
  ...passedTrailers,
  ...passedAlone('POST /dogs [body] 12345', [
    'a trailer that ends the connection',
    trailed('Connection: close'),
  ]),
  ...brokenOff(
    answered(
      ['431 headers_too_large'],
      ['trailers beyond all bounds', trailed(`X-Sum: ${'1'.repeat(20_000)}`)],
    ),
  ),
];
