import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResponseHead } from '#runtime/gateway/upstream/http1/response-head.ts';
import { ResponseReader, type ResponseSink } from '#runtime/gateway/upstream/http1/response-reader.ts';
import { draws } from '../../../full-run.ts';
import { cut, damagedAnswers, generatedAnswers } from './generated-answers.ts';

/** Pauses before it is given the next piece of a body, if it may. */
class Sink implements ResponseSink {
  readonly heads: ResponseHead[] = [];
  readonly mayPause: boolean;
  body = '';
  paused = false;

  constructor(mayPause: boolean) {
    this.mayPause = mayPause;
  }

  begins({ minorVersion, status, fields }: ResponseHead): void {
    this.heads.push({ minorVersion, status, fields: { ...fields } });
    this.paused = this.mayPause;
  }

  data(piece: Buffer): void {
    this.body += piece.toString('latin1');
    this.paused = this.mayPause;
  }
}

/** All that is read from these pieces, each passed again if it was not taken. */
function readAll(method: string, pieces: readonly Buffer[], mayPause: boolean) {
  const sink = new Sink(mayPause);
  const reader = new ResponseReader(method, sink);
  const outcome = { isRefused: false, taken: 0 };
  try {
    for (const piece of pieces) outcome.taken += readPiece(reader, sink, piece);
  } catch {
    outcome.isRefused = true;
    outcome.taken = 0;
  }
  const { isComplete, isUpgraded, hasBegun, endsWithConnection, trailers } = reader;
  const { heads, body } = sink;
  return {
    ...outcome,
    isComplete,
    isUpgraded,
    hasBegun,
    endsWithConnection,
    trailers: { ...trailers },
    heads,
    body,
  };
}

function readPiece(reader: ResponseReader, sink: Sink, piece: Buffer): number {
  let at = 0;
  while (at < piece.length && !reader.isComplete) {
    const next = reader.read(piece, at);
    expect(next > at || sink.paused).toBe(true);
    at = next;
    sink.paused = false;
  }
  return at;
}

const methods = fc.constantFrom('GET', 'HEAD');
const places = fc.array(fc.nat(), { maxLength: 8 });
const texts = fc.oneof(
  generatedAnswers.map(({ text }) => text),
  generatedAnswers.map(({ text }) => `${text}HTTP/1.1 200 OK\r\n\r\n`),
  damagedAnswers,
);

describe('an answer, valid or damaged, is read as it is in one piece', () => {
  test('wherever it is cut, and however often its sink pauses', () => {
    fc.assert(
      fc.property(methods, texts, places, fc.boolean(), (method, text, at, mayPause) => {
        expect(readAll(method, cut(text, at), mayPause)).toEqual(readAll(method, cut(text, []), false));
      }),
      { numRuns: draws(3000) },
    );
  });

  test('octet by octet', () => {
    fc.assert(
      fc.property(methods, texts, fc.boolean(), (method, text, mayPause) => {
        const octets = [...Buffer.from(text, 'latin1')].map((octet) => Buffer.from([octet]));
        expect(readAll(method, octets, mayPause)).toEqual(readAll(method, cut(text, []), false));
      }),
      { numRuns: draws(1000) },
    );
  });
});

test('a valid answer is complete where it ends, and not before', () => {
  fc.assert(
    fc.property(generatedAnswers, ({ text, endsWithConnection }) => {
      const whole = readAll('GET', cut(text, []), false);
      const part = readAll('GET', cut(text.slice(0, -1), []), false);
      expect([whole.isRefused, whole.isComplete, whole.taken]).toEqual([
        false,
        !endsWithConnection,
        text.length,
      ]);
      expect([part.isRefused, part.isComplete, whole.endsWithConnection]).toEqual([
        false,
        false,
        endsWithConnection,
      ]);
    }),
    { numRuns: draws(1000) },
  );
});

const head = 'HTTP/1.1 200 OK\r\n';
const maxOctets = 16 * 1024;
const inChunks = `${head}Transfer-Encoding: chunked\r\n\r\n`;

describe('beyond all bounds, in one piece or in several, is', () => {
  test.each([
    ['a name', (length: number) => `${head}${'x'.repeat(length)}: 1\r\n\r\n`],
    ['a value', (length: number) => `${head}X: ${'x'.repeat(length)}\r\n\r\n`],
    ['the blanks before a value', (length: number) => `${head}X:${' '.repeat(length)}x\r\n\r\n`],
    [
      'the sum of all fields',
      (length: number) => `${head}${'X: aaaaaaaaaaaaaaa\r\n'.repeat(length / 16 + 1)}\r\n`,
    ],
    ['a reason', (length: number) => `HTTP/1.1 200 ${'x'.repeat(length)}\r\n\r\n`],
    ['what extends a chunk', (length: number) => `${inChunks}1;${'x'.repeat(length)}\r\na\r\n0\r\n\r\n`],
    ['a trailer', (length: number) => `${inChunks}0\r\nX: ${'x'.repeat(length)}\r\n\r\n`],
    [
      'the sum of all trailers',
      (length: number) => `${inChunks}0\r\n${'X: aaaaaaaaaaaaaaa\r\n'.repeat(length / 16 + 1)}\r\n`,
    ],
  ])('%s', (_what, build) => {
    const refusals = [maxOctets / 2, maxOctets].map((length) => {
      const text = build(length);
      const inPieces = cut(
        text,
        Array.from({ length: 200 }, (_, index) => index * 100),
      );
      return [cut(text, []), inPieces].map((pieces) => readAll('GET', pieces, false).isRefused);
    });
    expect(refusals).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('not what many hints have together', () => {
    const hints = `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(1000)}\r\n\r\n`.repeat(50);
    const { heads, isComplete } = readAll('GET', cut(`${hints}${head}Content-Length: 0\r\n\r\n`, []), false);
    expect([heads.length, isComplete]).toEqual([51, true]);
  });
});
