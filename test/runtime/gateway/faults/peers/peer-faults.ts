import type { Socket } from 'node:net';
import { failingHandshakes } from '../failing-handshake.ts';
import { answerWell, readBody, type Script } from '../scripted-upstream.ts';

/** `refuses` for a port without a listener; or what is done as soon as the first bytes of a handshake have arrived. */
export type Target = Script | 'refuses' | { readonly inHandshake: (socket: Socket) => void };

/** The behaviour of an upstream for all calls, with the expected answer for a client. */
export interface PeerFault {
  readonly what: string;
  readonly method: string;
  readonly bytes?: number;
  /** One for each target. */
  readonly targets: readonly (() => Target)[];
  readonly isTls?: boolean;
  /** Any other outcome is a failure. */
  readonly good: string;
}

const reset = (socket: Socket) => void socket.resetAndDestroy();
const says =
  (text: string, after: (socket: Socket) => void = () => undefined): Script =>
  (socket) =>
    void socket.write(text, 'latin1', () => after(socket));
const later = (act: (socket: Socket) => void) => (socket: Socket) => void setTimeout(act, 20, socket);

const tooLarge = 'HTTP/1.1 413 Large\r\nContent-Length: 3\r\n';

/** Answers once on each connection, and ends that when it is used again. */
function endsWhenUsedAgain(end: (socket: Socket) => void): Script {
  const used = new WeakSet<Socket>();
  return (socket, head) => {
    if (used.has(socket)) return end(socket);
    used.add(socket);
    return answerWell(socket, head);
  };
}

/** Closes a connection a moment after its answer, as a server with a short timeout of idle connections does. */
const closesSoon: Script = async (socket, head) => {
  await answerWell(socket, head);
  setTimeout(() => socket.end(), Math.random() * 3);
  return 'ready';
};

const early: readonly PeerFault[] = [
  ['closes', (socket: Socket) => socket.destroySoon(), 'Connection: close\r\n\r\nown'],
  ['closes without notice', (socket: Socket) => socket.destroy(), '\r\nown'],
  ['resets', reset, 'Connection: close\r\n\r\nown'],
].flatMap(([how, act, rest]) =>
  [10_000, 300_000].map((bytes) => ({
    what: `answers 413 before it has read a body of ${bytes} bytes, and ${String(how)}`,
    method: 'POST',
    bytes,
    targets: [() => says(`${tooLarge}${String(rest)}`, act as (socket: Socket) => void)],
    good: '413 own',
  })),
);

const stale: readonly PeerFault[] = [
  ['GET', undefined],
  ['PUT', 3],
].flatMap(([method, bytes]) =>
  (
    [
      ['ends a kept connection when it is used again', () => endsWhenUsedAgain((socket) => socket.end())],
      ['resets a kept connection when it is used again', () => endsWhenUsedAgain(reset)],
      ['closes idle connections soon', () => closesSoon],
    ] as const
  ).map(([what, script]) => ({
    what: `${what}: ${method}`,
    method: String(method),
    ...(bytes === undefined ? {} : { bytes: Number(bytes) }),
    targets: [script],
    good: '200 ok',
  })),
);

const refused: readonly PeerFault[] = (
  [
    ['GET', undefined],
    ['POST', 3],
    ['PUT', 3],
    ['POST', 300_000],
  ] as const
).map(([method, bytes]) => ({
  what: `refuses the connection at one of two targets: ${method} of ${bytes ?? 0} bytes`,
  method,
  ...(bytes === undefined ? {} : { bytes }),
  targets: [() => 'refuses' as const, () => answerWell],
  good: '200 ok',
}));

const handshakes: readonly PeerFault[] = failingHandshakes.flatMap(([how, inHandshake]) =>
  (
    [
      ['GET', undefined],
      ['POST', 3],
    ] as const
  ).map(([method, bytes]) => ({
    what: `${how} in the TLS handshake at one of two targets: ${method}`,
    method,
    ...(bytes === undefined ? {} : { bytes }),
    targets: [() => ({ inHandshake }), () => answerWell],
    isTls: true,
    good: '200 ok',
  })),
);

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n';
const announced = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf';
const untilClose = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf';
const cuts: readonly PeerFault[] = (
  [
    ['ends short of a length', announced, (socket: Socket) => socket.end()],
    ['resets short of a length', announced, reset],
    ['ends before the last chunk', chunked, (socket: Socket) => socket.end()],
    ['resets before the last chunk', chunked, reset],
    ['ends within a chunk', `${chunked}9\r\nhalf`, (socket: Socket) => socket.end()],
    ['resets within a body that ends with its connection', untilClose, reset],
  ] as const
).map(([what, text, act]) => ({
  what,
  method: 'GET',
  targets: [() => says(text, later(act))],
  good: 'cut off',
}));

const singleBytes: PeerFault = {
  what: 'sends single bytes',
  method: 'GET',
  targets: [
    () => async (socket, head) => {
      for (const byte of 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789') {
        socket.write(byte);
        await new Promise(setImmediate);
      }
      return readBody(socket, head);
    },
  ],
  good: '200 123456789',
};

export const peerFaults: readonly PeerFault[] = [
  ...early,
  ...stale,
  ...refused,
  ...handshakes,
  ...cuts,
  singleBytes,
];
