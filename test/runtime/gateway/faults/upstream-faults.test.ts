import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dogs, openFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import { answerWell, openScriptedUpstream, type Script, type ScriptedUpstream } from './scripted-upstream.ts';

const hangUp = (socket: Socket) => void socket.resetAndDestroy();
const says = (text: string): Script => (socket) => void socket.write(text);
const saysAndEnds = (text: string): Script => (socket) => void socket.end(text);
const saysAndResets =
  (text: string): Script =>
  (socket) =>
    socket.write(text, () => setTimeout(hangUp, 50, socket));
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Writes a piece again and again for as long as the connection lasts. */
const saysForever =
  (piece: string, pauseMs: number, before = ''): Script =>
  async (socket) => {
    socket.write(before);
    while (!socket.destroyed) {
      if (!socket.write(piece)) await new Promise((go) => socket.once('drain', go).once('close', go));
      await delay(pauseMs);
    }
  };

/** What the client of a GET gets, and that of a POST with a body where that is not the same. */
interface Fault {
  readonly what: string;
  readonly script: Script;
  readonly get: string;
  readonly post?: string;
}

const unreachable = '502 upstream_unreachable';
const invalid = '502 upstream_invalid';
const late = '504 upstream_timeout';
const cutOff = 'cut off';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

const breaks: readonly Fault[] = [
  { what: 'ends before any answer', script: saysAndEnds(''), get: unreachable },
  { what: 'resets before any answer', script: hangUp, get: unreachable },
  { what: 'ends within the headers', script: saysAndEnds('HTTP/1.1 200 OK\r\nX-A: 1'), get: unreachable },
  { what: 'resets within the headers', script: saysAndResets('HTTP/1.1 200 OK\r\nX-A: 1'), get: unreachable },
  { what: 'ends before the body', script: saysAndEnds(head), get: unreachable },
  { what: 'resets before the body', script: saysAndResets(head), get: unreachable },
  { what: 'ends within the body', script: saysAndEnds(`${head}half`), get: cutOff },
  { what: 'resets within the body', script: saysAndResets(`${head}half`), get: cutOff },
  { what: 'ends within a chunk', script: saysAndEnds(`${chunked}9\r\nhalf`), get: cutOff },
  { what: 'ends before the last chunk', script: saysAndEnds(`${chunked}4\r\nhalf\r\n`), get: cutOff },
  { what: 'resets after a chunk', script: saysAndResets(`${chunked}4\r\nhalf\r\n`), get: cutOff },
];

const stalls: readonly Fault[] = [
  { what: 'never answers', script: says(''), get: late },
  { what: 'stalls within the headers', script: says('HTTP/1.1 200 OK\r\nX-A: 1'), get: late },
  { what: 'stalls before the body', script: says(head), get: late },
  { what: 'stalls within the body', script: says(`${head}half`), get: cutOff },
  { what: 'stalls after a chunk', script: says(`${chunked}4\r\nhalf\r\n`), get: cutOff },
  { what: 'says to wait, and never answers', script: says('HTTP/1.1 102 Processing\r\n\r\n'), get: late },
  {
    what: 'says to wait for ever',
    script: saysForever('HTTP/1.1 102 Processing\r\n\r\n', 20),
    get: late,
  },
  { what: 'gives hints for ever', script: saysForever(hints, 20), get: late },
  {
    what: 'pauses too long within a body of single bytes',
    script: async (socket) => {
      for (const byte of `${head}ab`) socket.write(byte);
      await delay(50);
      socket.write('c');
    },
    get: cutOff,
  },
];

const lies: readonly Fault[] = [
  { what: 'sends less than it announces', script: saysAndEnds(`${head}12345678`), get: cutOff },
  { what: 'sends more than it announces', script: says(`${head}123456789too much`), get: '200 123456789' },
  { what: 'announces nothing and sends it', script: says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmuch'), get: '200 ' },
  {
    what: 'sends headers for ever',
    script: saysForever(`X-A: ${'a'.repeat(10_000)}\r\n`, 0, 'HTTP/1.1 200 OK\r\n'),
    get: invalid,
  },
  { what: 'sends one header for ever', script: saysForever('a'.repeat(10_000), 0, 'HTTP/1.1 200 OK\r\nX-A: '), get: invalid },
  { what: 'sends a reason for ever', script: saysForever('a'.repeat(10_000), 0, 'HTTP/1.1 200 '), get: late },
  { what: 'speaks first', script: says('220 mail.example.edu ESMTP\r\n'), get: invalid },
];

const bodies: readonly Fault[] = [
  {
    what: 'answers before it has read the body, and closes',
    script: saysAndEnds('HTTP/1.1 413 Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nown'),
    get: '413 own',
  },
  {
    what: 'answers before it has read the body, and keeps the connection',
    script: (socket) => {
      socket.write('HTTP/1.1 403 No\r\nContent-Length: 3\r\n\r\nown');
      return 'ready';
    },
    get: '403 own',
  },
];

const slow: Fault = {
  what: 'sends single bytes, each in time',
  script: async (socket) => {
    for (const byte of `${head}123456789`) {
      socket.write(byte);
      await delay(100);
    }
  },
  // The head is late before it is whole.
  get: late,
};

const slowBody: Fault = {
  what: 'sends the single bytes of a body, each in time',
  script: async (socket) => {
    socket.write(head);
    for (const byte of '123456789') {
      socket.write(byte);
      await delay(200);
    }
  },
  get: '200 123456789',
};

const faults = [...breaks, ...stalls, ...lies, ...bodies, slow, slowBody];
const nameOf = ({ what }: Fault) => what.replaceAll(/\W+/g, '-');

/** Asked for a second time on a connection, it closes instead: as one that is idle does just when it is used again. */
function closesWhenUsedAgain(close: (socket: Socket) => void): Script {
  const used = new WeakSet<Socket>();
  return (socket, request) => {
    if (used.has(socket)) return close(socket);
    used.add(socket);
    return answerWell(socket, request);
  };
}

let upstream: ScriptedUpstream;
let gateway: FaultyGateway;

beforeAll(async () => {
  upstream = await openScriptedUpstream({
    ...Object.fromEntries(faults.map((fault) => [nameOf(fault), fault.script])),
    'ends-when-used-again': closesWhenUsedAgain((socket) => void socket.end()),
    'resets-when-used-again': closesWhenUsedAgain(hangUp),
  });
  gateway = await openFaultyGateway(upstream);
});

afterAll(async () => {
  await gateway.expectNothingLeft();
  await gateway.close();
  await upstream.close();
});

const largeBody = Buffer.alloc(8_000_000, 'x');

describe.concurrent('an upstream that', () => {
  for (const fault of faults) {
    const path = `${dogs}/${nameOf(fault)}`;
    test(`${fault.what}: a GET`, async ({ expect: claim }) => {
      claim(await gateway.outcome('GET', path)).toBe(fault.get);
      await gateway.expectWell();
    });

    test(`${fault.what}: a POST whose body it leaves unread`, async ({ expect: claim }) => {
      claim(await gateway.outcome('POST', path, largeBody)).toBe(fault.post ?? fault.get);
      await gateway.expectWell();
    });
  }
});

describe.each(['ends', 'resets'])('a kept connection that %s when it is used again', (how) => {
  test.each([
    ['GET', undefined, '200 ok'],
    ['PUT', undefined, '200 ok'],
    // Nobody knows whether it has arrived.
    ['POST', undefined, unreachable],
    ['PUT', 'a body that is gone', unreachable],
  ])('%s with the body %s', async (method, body, outcome) => {
    const path = `${dogs}/${how}-when-used-again`;
    // A connection that answers well once, and is the only one that is free.
    expect(await gateway.outcome('GET', path)).toBe('200 ok');
    expect(await gateway.outcome(method, path, body)).toBe(outcome);
    await gateway.expectWell();
  });
});
