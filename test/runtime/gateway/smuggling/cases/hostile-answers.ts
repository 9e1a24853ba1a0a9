/** The answer of a hostile or broken upstream to a GET, and the answer for the client of that call. */
export interface AnswerCase {
  readonly what: string;
  readonly bytes: string;
  /** Whether the upstream then ends the connection. */
  readonly ends?: true;
  /** Status, and error code or body; `cut off` if the client can detect an incomplete answer. */
  readonly client: string;
  /** The part of the answer's head that the client must not see, in any spelling. */
  readonly never?: string;
}

const poison = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\npoisoned';
const good = (...lines: readonly string[]): string =>
  `${['HTTP/1.1 200 OK', 'Content-Length: 2', ...lines].join('\r\n')}\r\n\r\nok`;
const chunked = (body: string): string => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

type Sent = readonly [what: string, bytes: string];

const given = (client: string, sent: readonly Sent[]): readonly AnswerCase[] =>
  sent.map(([what, bytes]) => ({ what, bytes, client }));
const invalid = (...sent: readonly Sent[]): readonly AnswerCase[] => given('502 upstream_invalid', sent);
const passed = (...sent: readonly Sent[]): readonly AnswerCase[] => given('200 ok', sent);
const ended = (cases: readonly AnswerCase[]): readonly AnswerCase[] =>
  cases.map((each) => ({ ...each, ends: true as const }));
const hidden = (never: string, cases: readonly AnswerCase[]): readonly AnswerCase[] =>
  cases.map((each) => ({ ...each, never }));

const framings = [
  ...invalid(
    [
      'a length and a coding',
      `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n${poison}`,
    ],
    [
      'a coding and a length',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n${poison}`,
    ],
    ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok${poison}`],
    ['two equal lengths', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok${poison}`],
    ['a length in a list', `HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok${poison}`],
    ['a length with a sign', `HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok${poison}`],
    ['a length in hexadecimal', `HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok${poison}`],
    ['a length beyond 64 bits', `HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551618\r\n\r\nok${poison}`],
    [
      'a coding that stays when the chunks are taken apart',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    ],
    ['a space before the colon of the length', `HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok${poison}`],
  ),
];

const heads = [
  ...invalid(
    ['a bare carriage return in Location', good('Location: /a\rSet-Cookie: poisoned=1')],
    ['a bare line feed in Location', good('Location: /a\nSet-Cookie: poisoned=1')],
    ['two line feeds in Location', good(`Location: /a\n\n${poison}`)],
    ['a NUL in a header', good('X: a\0b')],
    ['a header without a colon', good('X')],
    ['a header without a name', good(': a')],
    ['a space in a name', good('X Y: a')],
    ['a space before a colon', good('X : a')],
    ['a folded header', good('X: a\r\n b')],
    ['line feeds for line ends', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['a status of letters', 'HTTP/1.1 abc OK\r\nContent-Length: 2\r\n\r\nok'],
    ['a status of 999', 'HTTP/1.1 999 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['HTTP/2', 'HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['HTTP/1.2', 'HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['a head beyond all bounds', good(`X: ${'x'.repeat(100_000)}`)],
    [
      'another protocol that nobody asked for',
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n${poison}`,
    ],
    ['a status of nought', 'HTTP/1.1 000 OK\r\nContent-Length: 2\r\n\r\nok'],
  ),
  ...passed(['leave to go on that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${good()}`]),
  ...hidden(
    'connection: x-own',
    passed(
      ['Connection names its length', good('Connection: content-length')],
      ['Connection names another header', good('Connection: x-own', 'X-Own: 1')],
    ),
  ),
  ...hidden('x-own: 1', passed(['a header that Connection names', good('Connection: x-own', 'X-Own: 1')])),
  ...hidden('upgrade: h2c', passed(['an offer to upgrade', good('Upgrade: h2c', 'Connection: upgrade')])),
  ...hidden('proxy-authenticate', passed(['a challenge of a proxy', good('Proxy-Authenticate: Basic')])),
  ...passed(
    ['a reason of odd bytes', 'HTTP/1.1 200 \xe2\x9c\x93\r\nContent-Length: 2\r\n\r\nok'],
    ['no reason', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok'],
    ['a hint before it', `HTTP/1.1 102 Processing\r\n\r\n${good()}`],
    ['a flood of hints before it', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)}${good()}`],
  ),
];

const bodies = [
  ...passed(
    ['a second answer behind it', good() + poison],
    ['garbage behind it', `${good()}garbage\r\n\r\n`],
    ['a second answer behind its chunks', `${chunked('2\r\nok\r\n0\r\n\r\n')}${poison}`],
    ['a trailer that frames', chunked('2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n')],
    ['a chunk with an extension', chunked('2;x=y\r\nok\r\n0\r\n\r\n')],
  ),
  ...hidden(
    'content-length: 2',
    given('204 ', [
      ['a length where there is no body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n'],
    ]),
  ),
  ...given('204 ', [['a body where there is none', `HTTP/1.1 204 No Content\r\n\r\n${poison}`]]),
  ...given('304 ', [
    ['a body of what is not modified', `HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n${poison}`],
  ]),
  ...given('cut off', [
    ['a chunk whose size is none', chunked(`2\r\nok\r\nx\r\n${poison}`)],
    ['a chunk whose size is signed', chunked(`2\r\nok\r\n+2\r\nok\r\n0\r\n\r\n${poison}`)],
    ['a chunk whose end is missing', chunked(`2\r\nok0\r\n\r\n${poison}`)],
    ['a chunk of more than 64 bits', chunked(`2\r\nok\r\n10000000000000002\r\nok\r\n0\r\n\r\n${poison}`)],
  ]),
  ...ended([
    ...passed(['a body to the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nok']),
    ...passed(['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok']),
    ...given('cut off', [
      ['a body that is shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'],
      ['chunks without an end', chunked('2\r\nok\r\n')],
      ['half a chunk', chunked('9\r\nok')],
    ]),
    ...given('502 upstream_unreachable', [
      ['nothing', ''],
      ['half a status line', 'HTTP/1.1 20'],
      ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
      ['a hint alone', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ]),
  ]),
];

/** Answers (RFC 9112 sections 4 to 7) that a client could take for two, or for those to others. */
export const hostileAnswers: readonly AnswerCase[] = [...framings, ...heads, ...bodies];
