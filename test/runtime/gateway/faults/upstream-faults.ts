import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readBody, type Script } from './scripted-upstream.ts';

export const hangUp = (socket: Socket) => void socket.resetAndDestroy();
const says =
  (text: string): Script =>
  (socket) =>
    void socket.write(text);
const saysAndEnds =
  (text: string): Script =>
  (socket) =>
    void socket.end(text);
/** Unread data is lost when a reset arrives, so there is time to read it. */
const saysAndResets =
  (text: string): Script =>
  (socket) =>
    socket.write(text, () => setTimeout(hangUp, 400, socket));
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

/** The behaviour of an upstream, and its client's answer for a GET, and for a POST with an unread body. */
export interface Fault {
  readonly what: string;
  readonly script: Script;
  readonly client: string;
}

export const unreachable = '502 upstream_unreachable';
const invalid = '502 upstream_invalid';
const late = '504 upstream_timeout';
const cutOff = 'cut off';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

const breaks: readonly Fault[] = [
  { what: 'ends before any answer', script: saysAndEnds(''), client: unreachable },
  { what: 'resets before any answer', script: hangUp, client: unreachable },
  { what: 'ends within the headers', script: saysAndEnds('HTTP/1.1 200 OK\r\nX-A: 1'), client: unreachable },
  {
    what: 'resets within the headers',
    script: saysAndResets('HTTP/1.1 200 OK\r\nX-A: 1'),
    client: unreachable,
  },
  { what: 'ends before the body', script: saysAndEnds(head), client: unreachable },
  { what: 'resets before the body', script: saysAndResets(head), client: unreachable },
  { what: 'ends within the body', script: saysAndEnds(`${head}half`), client: cutOff },
  { what: 'resets within the body', script: saysAndResets(`${head}half`), client: cutOff },
  { what: 'ends within a chunk', script: saysAndEnds(`${chunked}9\r\nhalf`), client: cutOff },
  { what: 'ends before the last chunk', script: saysAndEnds(`${chunked}4\r\nhalf\r\n`), client: cutOff },
  { what: 'resets after a chunk', script: saysAndResets(`${chunked}4\r\nhalf\r\n`), client: cutOff },
];

const stalls: readonly Fault[] = [
  { what: 'never answers', script: says(''), client: late },
  { what: 'stalls within the headers', script: says('HTTP/1.1 200 OK\r\nX-A: 1'), client: late },
  { what: 'stalls before the body', script: says(head), client: late },
  { what: 'stalls within the body', script: says(`${head}half`), client: cutOff },
  { what: 'stalls after a chunk', script: says(`${chunked}4\r\nhalf\r\n`), client: cutOff },
  { what: 'says to wait, and never answers', script: says('HTTP/1.1 102 Processing\r\n\r\n'), client: late },
  {
    what: 'says to wait for ever',
    script: saysForever('HTTP/1.1 102 Processing\r\n\r\n', 20),
    client: late,
  },
  { what: 'gives hints for ever', script: saysForever(hints, 20), client: late },
  {
    what: 'pauses too long within a body of single bytes',
    script: async (socket) => {
      for (const byte of `${head}ab`) socket.write(byte);
      await delay(50);
      socket.write('c');
    },
    client: cutOff,
  },
];

const lies: readonly Fault[] = [
  { what: 'sends less than it announces', script: saysAndEnds(`${head}12345678`), client: cutOff },
  { what: 'sends more than it announces', script: says(`${head}123456789too much`), client: '200 123456789' },
  {
    what: 'announces nothing and sends it',
    script: says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmuch'),
    client: '200 ',
  },
  {
    what: 'sends headers for ever',
    script: saysForever(`X-A: ${'a'.repeat(10_000)}\r\n`, 0, 'HTTP/1.1 200 OK\r\n'),
    client: invalid,
  },
  {
    what: 'sends one header for ever',
    script: saysForever('a'.repeat(10_000), 0, 'HTTP/1.1 200 OK\r\nX-A: '),
    client: invalid,
  },
  {
    what: 'sends a reason for ever',
    script: saysForever('a'.repeat(10_000), 0, 'HTTP/1.1 200 '),
    client: invalid,
  },
  { what: 'speaks first', script: says('220 mail.example.edu ESMTP\r\n'), client: invalid },
];

const bodies: readonly Fault[] = [
  {
    what: 'answers before it has read the body, and closes',
    script: saysAndEnds('HTTP/1.1 413 Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nown'),
    client: '413 own',
  },
  {
    what: 'answers before it has read the body, and keeps the connection',
    script: (socket, request) => {
      socket.write('HTTP/1.1 403 No\r\nContent-Length: 3\r\n\r\nown');
      return readBody(socket, request);
    },
    client: '403 own',
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
  client: late,
};

const slowBody: Fault = {
  what: 'sends the single bytes of a body, each in time',
  script: async (socket, request) => {
    socket.write(head);
    for (const byte of '123456789') {
      socket.write(byte);
      await delay(200);
    }
    return readBody(socket, request);
  },
  client: '200 123456789',
};

/** The answer, however long the upstream has time. */
export const quickFaults: readonly Fault[] = [...breaks, ...lies, ...bodies];

/** What takes longer than an upstream is given, which is at least a second, and three at most. */
export const slowFaults: readonly Fault[] = [...stalls, slow, slowBody];

export const upstreamFaults: readonly Fault[] = [...quickFaults, ...slowFaults];

/** The last segment of the path that brings it about. */
export const nameOfFault = ({ what }: Fault): string => what.replaceAll(/\W+/g, '-');

/** A script for each, by its name. */
export const faultScripts: Readonly<Record<string, Script>> = Object.fromEntries(
  upstreamFaults.map((fault) => [nameOfFault(fault), fault.script]),
);
