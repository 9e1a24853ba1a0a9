import fc from 'fast-check';

/** A part of an answer whose octets are literal. */
interface Section {
  readonly head: string;
  readonly body: string;
}

/** An answer of HTTP/1.1 as octets in latin1, with the hints before it; no two servers could read it in two ways. */
export interface GeneratedAnswer {
  readonly text: string;
  /** Whether only the end of the connection ends it. */
  readonly endsWithConnection: boolean;
}

const tokenCharacters = [..."!#$%&'*+-.^_`|~0129abzABZ"];
const name = fc
  .string({ unit: fc.constantFrom(...tokenCharacters), minLength: 1, maxLength: 12 })
  .map((text) => `x${text}`);
const oddNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'Set-Cookie',
  'Link',
  'X-Many',
  'ETag',
);
const value = fc
  .string({ unit: fc.constantFrom(...' \t,;="azAZ09\xe9\xff\x80'), maxLength: 20 })
  .map((text) => text.replaceAll(/^[ \t]+|[ \t]+$/g, ''));
const blanks = fc.constantFrom('', ' ', '\t', '  \t');

const fieldLine = fc
  .tuple(fc.oneof(name, oddNames), blanks, value, blanks)
  .map(([said, before, text, behind]) => `${said}:${before}${text}${behind}\r\n`);
const fieldLines = fc.array(fieldLine, { maxLength: 6 }).map((lines) => lines.join(''));
const reason = fc.constantFrom('', ' ', ' OK', ' \xe2\x9c\x93 fine', ' 200 \t OK');

const hint = fc
  .tuple(fc.constantFrom(100, 102, 103, 199), reason, fieldLines)
  .map(([status, said, lines]) => `HTTP/1.1 ${status}${said}\r\n${lines}\r\n`);

const octets = fc.string({ unit: fc.constantFrom('\r', '\n', '0', 'H', '\0', 'a', '\xff'), maxLength: 60 });

const extension = fc.constantFrom('', '', ';a', ';a=b', ';a="b c"', ';a=b;c');
const chunk = fc
  .tuple(
    octets.filter((text) => text !== ''),
    extension,
    fc.boolean(),
  )
  .map(([text, extended, isUpper]) => {
    const size = text.length.toString(16);
    return `${isUpper ? `0${size.toUpperCase()}` : size}${extended}\r\n${text}\r\n`;
  });
const chunked = fc
  .tuple(fc.array(chunk, { maxLength: 5 }), extension, fieldLines)
  .map(([chunks, extended, trailers]): Section => ({
    head: 'Transfer-Encoding: chunked\r\n',
    body: `${chunks.join('')}0${extended}\r\n${trailers}\r\n`,
  }));
const lengthy = octets.map((body): Section => ({ head: `content-length:${body.length}\r\n`, body }));
const endless = octets.map((body): Section => ({ head: '', body }));

const status = fc.constantFrom(200, 201, 404, 500, 999);
const connection = fc.constantFrom('', 'Connection: close\r\n', 'connection: Keep-Alive, x\r\n');

const withBody = fc
  .tuple(status, reason, fieldLines, connection, fc.oneof(chunked, lengthy, endless))
  .map(([code, said, lines, option, { head, body }]) => ({
    text: `HTTP/1.1 ${code}${said}\r\n${lines}${option}${head}\r\n${body}`,
    endsWithConnection: head === '',
  }));
const withoutBody = fc
  .tuple(fc.constantFrom(204, 304), reason, fieldLines, fc.constantFrom('', 'ETag: "a"\r\n'))
  .map(([code, said, lines, last]) => ({
    text: `HTTP/1.1 ${code}${said}\r\n${lines}${last}\r\n`,
    endsWithConnection: false,
  }));

export const generatedAnswers: fc.Arbitrary<GeneratedAnswer> = fc
  .tuple(
    fc.array(hint, { maxLength: 2 }).map((hints) => hints.join('')),
    fc.oneof({ weight: 5, arbitrary: withBody }, { weight: 1, arbitrary: withoutBody }),
  )
  .map(([hints, { text, endsWithConnection }]) => ({ text: hints + text, endsWithConnection }));

const oddTexts = fc.oneof(
  fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    ';',
    ',',
    '\x7f',
    '-',
    '+',
    '0',
    '1',
    'f',
    'x',
    '\xff',
  ),
  fc.constantFrom(
    'Content-Length: 1\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: gzip\r\n',
    'Transfer-Encoding: gzip, Chunked\r\n',
    'Transfer-Encoding: chunked, gzip\r\n',
    'Transfer-Encoding: gzip chunked\r\n',
    'Connection: close\r\n',
    'Upgrade: websocket\r\nConnection: upgrade\r\n',
    'HTTP/1.0 ',
    'HTTP/1.1 101 S\r\n\r\n',
    'HTTP/1.1 204 No\r\n\r\n',
    '0\r\n\r\n',
    '1\r\na\r\n',
  ),
);

/** Answers with parts removed, inserted, or replaced. */
export const damagedAnswers: fc.Arbitrary<string> = fc
  .tuple(
    generatedAnswers,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.option(oddTexts, { nil: '' })), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([{ text }, damages]) =>
    damages.reduce((damaged, [place, taken, put]) => {
      const at = place % (damaged.length + 1);
      return damaged.slice(0, at) + put + damaged.slice(at + taken);
    }, text),
  );

/** The positions at which a text of some length is cut, in rising order. */
export function cut(text: string, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => Buffer.from(text.slice(index === 0 ? 0 : ends[index - 1], end), 'latin1'));
}
