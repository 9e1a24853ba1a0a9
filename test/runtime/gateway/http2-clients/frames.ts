import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Http2Gateway } from './http2-gateway.ts';

/** Types of frames (RFC 9113 section 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;

export type FrameType = keyof typeof frameTypes;

export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

/** Error codes (RFC 9113 section 7). */
const errorNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
];

export interface Frame {
  readonly type: FrameType | undefined;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** A frame as it goes over the wire. */
export function frame(type: FrameType, flag: number, stream: number, payload: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(9);
  head.writeUIntBE(bytes.length, 0, 3);
  head.writeUInt8(frameTypes[type], 3);
  head.writeUInt8(flag, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, bytes]);
}

/** A number of 32 bits. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Headers as literals that no table keeps (RFC 7541 section 6.2.2), byte for byte. */
export function headerBlock(headers: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), literal(name), literal(value)]));
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([integer(bytes.length, 7), bytes]);
}

/** RFC 7541 section 5.1. */
export function integer(value: number, bits: number, first = 0): Buffer {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.of(first | value);
  const bytes = [first | most];
  let left = value - most;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.of(...bytes, left);
}

/** A client that sends frames as they are, and keeps what comes back. */
export async function openFrames({ port, ca }: Pick<Http2Gateway, 'port' | 'ca'>) {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca, ALPNProtocols: ['h2'] });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const received: Frame[] = [];
  readFrames(socket, (each) => received.push(each));
  const closed = once(socket, 'close').then(() => undefined);
  socket.write(Buffer.concat([preface, frame('settings', 0, 0)]));
  return {
    socket,
    received,
    closed,
    send: (...frames: readonly Buffer[]) => {
      if (socket.writable) socket.write(Buffer.concat(frames));
    },
    /** The answer on a stream or, without one, the end of the connection: names of frames with their errors. */
    outcome: (stream: number) => received.filter((each) => each.stream === stream).map(describeFrame),
  };
}

export type FrameClient = Awaited<ReturnType<typeof openFrames>>;

/** Calls `take` for each frame that comes on a connection. */
export function readFrames(socket: TLSSocket, take: (frame: Frame) => void): void {
  let left = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const end = left.length < 9 ? Infinity : 9 + left.readUIntBE(0, 3);
      if (left.length < end) return;
      take(toFrame(left.subarray(0, end)));
      left = left.subarray(end);
    }
  });
}

function toFrame(bytes: Buffer): Frame {
  const type = (Object.keys(frameTypes) as FrameType[])[bytes[3] ?? 0];
  return {
    type,
    flags: bytes[4] ?? 0,
    stream: bytes.readUInt32BE(5) & 0x7fffffff,
    payload: bytes.subarray(9),
  };
}

export function describeFrame({ type, payload }: Frame): string {
  if (type === 'reset') return `reset ${errorNames[payload.readUInt32BE(0)]}`;
  if (type === 'goaway') return `goaway ${errorNames[payload.readUInt32BE(4)]}`;
  return String(type);
}

/** What came of the first call: the code of a refusal, an answer, or how it ended; undefined as long as it has not. */
export function outcomeOfCall({ received, socket }: FrameClient): string | undefined {
  const own = received.filter(({ stream }) => stream === 1);
  const reset = own.find(({ type }) => type === 'reset');
  const text = Buffer.concat(own.filter(({ type }) => type === 'data').map(({ payload }) => payload));
  const code = /"code":"(\w+)"/.exec(text.toString())?.[1];
  if (code !== undefined) return `400 ${code}`;
  if (reset) return describeFrame(reset);
  if (own.some(({ type, flags: flag }) => isAnswer(type) && flag & flags.endStream))
    return `answered ${text.toString()}`;
  return socket.destroyed ? 'closed' : undefined;
}

function isAnswer(type: FrameType | undefined): boolean {
  return type === 'headers' || type === 'data';
}
