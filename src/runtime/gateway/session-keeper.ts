import { constants, type Http2Session, type Http2Stream } from 'node:http2';

/** How long a reset may wait for what is written before it, in milliseconds. */
const patienceMs = 1000;

/**
 * Keeps a connection whose peer has sent more than the announced length of a body. nghttp2 resets that stream (RFC 9113
 * section 8.1.1), but Node destroys its session for each violation of the protocol, and all other streams with it.
 * If it was the error of a stream, that stream is reset; if it was one of the connection, nothing is, and nghttp2
 * itself has sent GOAWAY.
 */
export class SessionKeeper {
  readonly #session: Http2Session;
  readonly #destroy: Http2Session['destroy'];
  /** Destroys the session if no reset shows that only a stream has failed. */
  #suspicion: NodeJS.Timeout | undefined;
  readonly #open = new Set<Http2Stream>();
  /** Those that were not closed when the error was reported: their peer cannot reset them if the connection has failed. */
  #suspects: ReadonlySet<Http2Stream> = new Set();

  constructor(session: Http2Session) {
    this.#session = session;
    this.#destroy = session.destroy.bind(session);
    session.destroy = (error, code) => {
      if (!error || !isViolation(error)) this.#end(error, code);
      else if (this.#mayBeOfStream(error)) this.#suspect(error);
      // By then nghttp2 has sent its own GOAWAY, which says what is wrong.
      else setImmediate(() => this.#end(error));
    };
  }

  /** Follows a stream of the session to its end. */
  follow(stream: Http2Stream): void {
    this.#open.add(stream);
    stream.once('close', () => {
      this.#open.delete(stream);
      if (stream.rstCode === constants.NGHTTP2_PROTOCOL_ERROR && this.#suspects.has(stream)) this.#trust();
    });
  }

  #suspect(error: Error): void {
    this.#suspicion = setTimeout(() => this.#end(error), patienceMs).unref();
    this.#suspects = new Set([...this.#open].filter(({ closed }) => !closed));
  }

  /** The reset of the stream is in the queue before Node reports the error, and GOAWAY is not. */
  #mayBeOfStream({ errno }: Violation): boolean {
    return !this.#suspicion && errno === violation && (this.#session.state.outboundQueueSize ?? 0) > 0;
  }

  #trust(): void {
    clearTimeout(this.#suspicion);
    this.#suspicion = undefined;
    this.#suspects = new Set();
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
