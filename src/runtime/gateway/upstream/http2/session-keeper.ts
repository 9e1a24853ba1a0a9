import { constants, type Http2Session, type Http2Stream } from 'node:http2';

/** How long to wait for the reset of a stream, which is sent after pending data, in milliseconds. */
const patienceMs = 1000;

/**
 * Keeps a connection open after an error that concerns only one stream, such as a body that is longer than announced.
 * nghttp2 resets that stream (RFC 9113 section 8.1.1), but Node destroys the session for every protocol violation, and
 * all other streams with it. A reset shows that only a stream has failed. If the connection has failed, no stream is
 * reset, and nghttp2 itself has sent GOAWAY.
 */
export class SessionKeeper {
  readonly #session: Http2Session;
  readonly #destroy: Http2Session['destroy'];
  /** Destroys the session if no reset shows that only a stream has failed. */
  #suspicion: NodeJS.Timeout | undefined;
  /** How many resets of streams are still expected. */
  #awaited = 0;
  readonly #open = new Set<Http2Stream>();
  /**
   * The streams that were open when an error was reported. If the connection has failed, their peer cannot reset them.
   */
  readonly #suspects = new Set<Http2Stream>();

  constructor(session: Http2Session) {
    this.#session = session;
    this.#destroy = session.destroy.bind(session);
    session.destroy = (error, code) => {
      if (!error || !isViolation(error)) this.#end(error, code);
      else if (this.#mayBeOfStream(error)) this.#suspect(error);
      // Waits until nghttp2 has sent its own GOAWAY, which names the error.
      else setImmediate(() => this.#end(error));
    };
  }

  /** Watches a stream of the session until it closes. */
  follow(stream: Http2Stream): void {
    this.#open.add(stream);
    stream.once('close', () => {
      this.#open.delete(stream);
      if (stream.rstCode === constants.NGHTTP2_PROTOCOL_ERROR && this.#suspects.delete(stream))
        this.#resetSeen();
    });
  }

  #suspect(error: Error): void {
    this.#awaited += 1;
    this.#suspicion ??= setTimeout(() => this.#end(error), patienceMs).unref();
    for (const stream of this.#open) if (!stream.closed) this.#suspects.add(stream);
  }

  #resetSeen(): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#trust();
  }

  /**
   * Whether only a stream may have failed: its reset is queued before Node reports the error, while a GOAWAY is not.
   */
  #mayBeOfStream({ errno }: Violation): boolean {
    return errno === violation && (this.#session.state.outboundQueueSize ?? 0) > 0;
  }

  #trust(): void {
    clearTimeout(this.#suspicion);
    this.#suspicion = undefined;
    this.#awaited = 0;
    this.#suspects.clear();
  }

  #end(...reason: Parameters<Http2Session['destroy']>): void {
    this.#trust();
    this.#destroy(...reason);
  }
}

/** NGHTTP2_ERR_PROTO, which is not among Node's constants. */
const violation = -505;

/** An error of nghttp2. */
interface Violation extends Error {
  readonly errno: number;
}

function isViolation(error: Error): error is Violation {
  return 'code' in error && error.code === 'ERR_HTTP2_ERROR' && 'errno' in error;
}
