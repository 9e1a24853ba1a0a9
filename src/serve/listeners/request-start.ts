import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The slots in which Node's parser has its callbacks; they have no other names (`HTTPParser.kOnMessageBegin`, `kOnExecute`). */
const messageBegan = 0;
const packetParsed = 5;

/** Node's own parser of the requests of a connection. */
interface Parser {
  [messageBegan]?: (() => void) | null;
  /** Gets how much of the packet was parsed, or the error. */
  [packetParsed]?: ((result: number | Error) => unknown) | null;
  /** Returns a copy of the packet that is being parsed; undefined outside of the callbacks. */
  getCurrentBuffer?(): Buffer | undefined;
}

/** The start of the request that a connection is receiving. */
const startOf = Symbol('start of the request');

interface ReadSocket extends Duplex {
  parser?: Parser | null;
  [startOf]?: RequestStart;
}

/**
 * What has arrived of a request before the packet that ends its head. Node keeps no bytes of a request, and reports
 * neither the rest of its line nor the line of one that it cannot parse.
 */
class RequestStart {
  /** In Latin-1; a body that came before the request in its first packet is in front of it. */
  earlier = '';
  isInHead = false;
  /** Where the last head ends in the packet that is being parsed; the next line comes after it. */
  from = 0;
  readonly #most: number;

  /** `most` is the largest head, in bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a packet that ends within a head; at most the bytes of two heads are kept. */
  add(packet: Buffer | undefined): void {
    const text = this.earlier + (packet?.toString('latin1', this.from) ?? '');
    this.earlier = text.length > 2 * this.#most ? text.slice(-this.#most) : text;
  }

  /** Takes the start of a request whose head ends in a packet, with that packet, if one of `words` is in it. */
  take(packet: Buffer | undefined, words: readonly string[]): string {
    const { earlier, from } = this;
    this.earlier = '';
    this.isInHead = false;
    if (!packet) return earlier;
    if (earlier === '') {
      this.from = Math.max(from, packet.indexOf(headEnd, from, 'latin1') + headEnd.length);
      return words.some((word) => packet.includes(word, from, 'latin1'))
        ? packet.toString('latin1', from)
        : '';
    }
    const text = earlier + packet.toString('latin1');
    const end = text.indexOf(headEnd, earlier.length - headEnd.length + 1) + headEnd.length;
    this.from = Math.max(0, end - earlier.length);
    return text;
  }
}

const headEnd = '\r\n\r\n';

/** Keeps the start of each request of a connection that Node has begun to read, up to `most` bytes. */
export function keepRequestStarts(socket: ReadSocket, most: number): void {
  const { parser } = socket;
  const parsed = parser?.[packetParsed];
  if (!parser?.getCurrentBuffer || typeof parsed !== 'function') return;
  const start = (socket[startOf] = new RequestStart(most));
  parser[messageBegan] = () => {
    start.isInHead = true;
  };
  parser[packetParsed] = (result) => {
    if (start.isInHead && typeof result === 'number') start.add(parser.getCurrentBuffer?.());
    start.from = 0;
    return parsed(result);
  };
}

/**
 * Takes the text, in Latin-1, in which the line of a request is that has just been read, behind the heads before it;
 * empty if it came in one packet without any of `words`. An upgrade has no packet any more: its bytes were kept.
 */
export function takeRequestStart({ socket }: IncomingMessage, words: readonly string[]): string {
  const { parser, [startOf]: start }: ReadSocket = socket;
  const packet = parser?.getCurrentBuffer?.();
  return start ? start.take(packet, words) : (packet?.toString('latin1') ?? '');
}

/** What has arrived of a request that cannot be parsed, before the packet with the error, in Latin-1. */
export function readRequestStart(socket: ReadSocket): string {
  return socket[startOf]?.earlier ?? '';
}
