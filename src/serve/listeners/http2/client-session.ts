import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { SessionKeeper } from '#runtime/gateway/upstream/http2/session-keeper.ts';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import type { ConnectionTimeouts } from '../listener-options.ts';
import { patienceFor } from '../stalled-clients.ts';
import type { Http2Request } from './http2-request.ts';

/** A stream whose response is not finished. */
interface OpenStream {
  readonly request: Http2Request;
  readonly startedAt: number;
  /** How many bytes of the body had arrived at the last check, and when that number last changed. */
  received: number;
  receivedSince: number;
  /** How many bytes the client had not read at the last check, and when that number last changed. */
  left: number;
  leftSince: number;
  /**
   * Whether all pending bytes were sent since the last check. If so, the bytes that are pending now are different ones.
   */
  isDrained: boolean;
  /** An upper bound for the bytes that the connection had sent when `left` last changed. */
  sentBefore: number;
  /** How many bytes the connection had sent when its flow-control window, which all streams share, last was full. */
  sentWithoutRoom: number;
}

/** One HTTP/2 connection of a client. It is closed after being idle for too long. */
export class ClientSession {
  readonly peer: HttpRequest['socket'];
  readonly #session: ServerHttp2Session;
  readonly #timeouts: ConnectionTimeouts;
  readonly #keeper: SessionKeeper;
  readonly #streams = new Map<ServerHttp2Stream, OpenStream>();
  #idleSince = performance.now();
  /** How many bytes were sent by the last check, when that number last changed, and by how much. */
  #written = 0;
  #writtenSince = performance.now();
  #lastStep = 0;

  constructor(session: ServerHttp2Session, timeouts: ConnectionTimeouts) {
    this.#session = session;
    this.#timeouts = timeouts;
    this.#keeper = new SessionKeeper(session);
    this.peer = { remoteAddress: session.socket.remoteAddress, encrypted: true };
    const guard = new FloodGuard(() => {
      // Without an error, Node would send NO_ERROR.
      const flood = new Error('the client sends too many PING or SETTINGS frames');
      session.destroy(flood, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
    session.on('ping', () => guard.count());
    session.on('remoteSettings', () => guard.count());
  }

  /** Tracks a stream until it closes. */
  add(stream: ServerHttp2Stream, request: Http2Request): void {
    const now = performance.now();
    const open: OpenStream = {
      request,
      startedAt: now,
      received: 0,
      receivedSince: now,
      left: 0,
      leftSince: now,
      isDrained: false,
      sentBefore: 0,
      sentWithoutRoom: 0,
    };
    this.#streams.set(stream, open);
    this.#keeper.follow(stream);
    stream.on('drain', () => (open.isDrained = true));
    // A client's error needs no handling, since the close event follows.
    stream.on('error', () => undefined);
    stream.once('close', () => {
      this.#streams.delete(stream);
      this.#idleSince = performance.now();
    });
  }

  /** Sends GOAWAY; open streams continue to their end (RFC 9113 section 6.8). */
  close(): void {
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
  }

  /** Closes streams that take too long. `now` is a time of `performance.now()`. */
  look(now = performance.now()): void {
    if (this.#session.destroyed) return;
    if (this.#streams.size === 0 && now - this.#idleSince >= this.#timeouts.keepAliveTimeout)
      return this.#session.closed ? this.#session.destroy() : this.close();
    for (const [stream, open] of this.#streams) this.#lookAt(stream, open, now);
    if (!this.#session.destroyed) this.#lookAtConnection(now);
  }

  #lookAt(stream: ServerHttp2Stream, open: OpenStream, now: number): void {
    const { received, isStream } = open.request;
    if (received !== open.received) Object.assign(open, { received, receivedSince: now });
    const isLate = now - (isStream ? open.receivedSince : open.startedAt) >= this.#timeouts.requestTimeout;
    // After the response is complete, only this check ends an endless body.
    if (isLate && !open.request.complete && (!stream.headersSent || stream.writableEnded))
      return stream.close(constants.NGHTTP2_CANCEL);
    if (this.#isStalled(stream, open, now)) stream.close(constants.NGHTTP2_CANCEL);
  }

  /**
   * Whether the client reads too slowly. `writableLength` changes only when a whole chunk is sent, and streams take
   * turns. So a stream is stalled if the connection is slower than the minimum rate, or if the stream has had its turn
   * but its own flow-control window is full.
   */
  #isStalled({ writableLength: left }: ServerHttp2Stream, open: OpenStream, now: number): boolean {
    const { state, socket } = this.#session;
    const sent = socket.bytesWritten;
    if (state.remoteWindowSize === 0) open.sentWithoutRoom = sent;
    if (left === 0 || left !== open.left || open.isDrained)
      Object.assign(open, {
        left,
        leftSince: now,
        isDrained: false,
        sentBefore: this.#written,
        sentWithoutRoom: sent,
      });
    const times = (now - open.leftSince) / this.#timeouts.stalledClientTimeout;
    const isPassedOver = sent - open.sentWithoutRoom >= 2 * left * this.#streams.size;
    return times >= 1 && (isPassedOver || times >= patienceFor(open.sentBefore, sent - open.sentBefore));
  }

  /** Destroys the connection if it sends nothing, which includes the end of streams. */
  #lookAtConnection(now: number): void {
    const written = this.#session.socket.bytesWritten;
    const isWaiting = (this.#session.state.outboundQueueSize ?? 0) > 0;
    const times = (now - this.#writtenSince) / this.#timeouts.stalledClientTimeout;
    if (written !== this.#written) {
      this.#lastStep = written - this.#written;
      this.#written = written;
      this.#writtenSince = now;
    } else if (!isWaiting) this.#writtenSince = now;
    else if (times >= patienceFor(written, this.#lastStep)) this.#session.destroy();
  }
}

/** How many frames that need only an acknowledgement are allowed at once, and how many more per second. */
const burst = 200;
const perSecond = 20;

/**
 * Limits the PING and SETTINGS frames of a connection, which cost more to answer than to send (CVE-2019-9512,
 * CVE-2019-9515).
 */
class FloodGuard {
  readonly #flooded: () => void;
  #left = burst;
  #countedAt = performance.now();

  /** `flooded` is called for each frame above the limit. */
  constructor(flooded: () => void) {
    this.#flooded = flooded;
  }

  count(): void {
    const now = performance.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#countedAt) / 1000) * perSecond) - 1;
    this.#countedAt = now;
    if (this.#left < 0) this.#flooded();
  }
}
