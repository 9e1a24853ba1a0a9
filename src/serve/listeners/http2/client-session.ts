import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { SessionKeeper } from '#runtime/gateway/upstream/http2/session-keeper.ts';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import type { ConnectionTimeouts } from '../listener-options.ts';
import { patienceFor } from '../stalled-clients.ts';
import type { Http2Request } from './http2-request.ts';

/** A stream whose answer is not finished. */
interface OpenStream {
  readonly request: Http2Request;
  readonly startedAt: number;
  /** How much of the body had arrived at the last check, in bytes, and since when. */
  received: number;
  receivedSince: number;
  /** Unread bytes of its client at the last check, and since when. */
  left: number;
  leftSince: number;
  /** Whether all of it was sent since the last check, so that as much may be left of other data. */
  isDrained: boolean;
  /** What the connection had sent by then at the most, in bytes. */
  sentBefore: number;
  /** What it had sent when its window last had no room, which streams have to share, in bytes. */
  sentWithoutRoom: number;
}

/** One HTTP/2 connection of a client, which is closed after it has been idle for too long. */
export class ClientSession {
  readonly peer: HttpRequest['socket'];
  readonly #session: ServerHttp2Session;
  readonly #timeouts: ConnectionTimeouts;
  readonly #keeper: SessionKeeper;
  readonly #streams = new Map<ServerHttp2Stream, OpenStream>();
  #idleSince = performance.now();
  /** What was sent by the last check, in bytes, since when, and how much at once. */
  #written = 0;
  #writtenSince = performance.now();
  #lastStep = 0;

  constructor(session: ServerHttp2Session, timeouts: ConnectionTimeouts) {
    this.#session = session;
    this.#timeouts = timeouts;
    this.#keeper = new SessionKeeper(session);
    this.peer = { remoteAddress: session.socket.remoteAddress, encrypted: true };
    const guard = new FloodGuard(() => {
      // Without an error Node would send NO_ERROR.
      const flood = new Error('the client sends too many PING or SETTINGS frames');
      session.destroy(flood, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
    session.on('ping', () => guard.count());
    session.on('remoteSettings', () => guard.count());
  }

  /** Follows a stream to its end. */
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
    // The following close shows a client's error.
    stream.on('error', () => undefined);
    stream.once('close', () => {
      this.#streams.delete(stream);
      this.#idleSince = performance.now();
    });
  }

  /** Sends GOAWAY; streams that are open end as usual (RFC 9113 section 6.8). */
  close(): void {
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
  }

  /** Ends streams that take too long; `now` is by the clock of `performance`. */
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
    // Once the answer is complete, only this ends an endless body.
    if (isLate && !open.request.complete && (!stream.headersSent || stream.writableEnded))
      return stream.close(constants.NGHTTP2_CANCEL);
    if (this.#isStalled(stream, open, now)) stream.close(constants.NGHTTP2_CANCEL);
  }

  /**
   * What is left of a stream changes only once a whole piece of it is sent, and its streams take turns: so it is stalled
   * if the connection is slower than the least rate, or if it has had its turn and its own window has no room.
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

  /** For streams whose end does not reach the client either. */
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

/** How many frames that need only an acknowledgement may come at once, and how many more each second. */
const burst = 200;
const perSecond = 20;

/** Counts the PING and SETTINGS frames of a connection, whose answers cost more than they do (CVE-2019-9512, 9515). */
class FloodGuard {
  readonly #flooded: () => void;
  #left = burst;
  #countedAt = performance.now();

  /** `flooded` is called for each frame that is one too many. */
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
