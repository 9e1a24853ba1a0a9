import type { Socket } from 'node:net';

/** A read of fewer octets counts as small. */
const smallOctets = 256;

/** A read of this many octets ends the slow reading of a response. */
const manyOctets = 16 * 1024;

/** How many small reads within a second start the slow reading of a response. */
const maxSmallReads = 100;

/** How many small reads a larger one cancels. */
const smallForLarge = 10;

/** The interval of slow reads, in milliseconds. */
const pauseMs = 20;

/** After this many slow reads, the response is read as it arrives again, in case its pieces have become larger. */
const maxSlowReads = 50;

/**
 * Reads a response that arrives in tiny pieces less often, and then everything that has arrived: a small read costs as
 * much as a large one, and delays other calls. A response in larger pieces, or in few small ones, is read as it
 * arrives.
 */
export class ReadPace {
  readonly #socket: Socket;
  /** Whether the client does not take more of the response now. */
  readonly #isPaused: () => boolean;
  #smallReads = 0;
  #countedFrom = 0;
  #timer: NodeJS.Timeout | undefined;
  #slowReads = 0;

  constructor(socket: Socket, isPaused: () => boolean) {
    this.#socket = socket;
    this.#isPaused = isPaused;
  }

  /** Whether the response is read slowly, so that only the timer may resume the socket. */
  get isSlow(): boolean {
    return this.#timer !== undefined;
  }

  /** Records a read in the middle of a response. */
  note(octets: number): void {
    if (this.#timer) {
      if (octets >= manyOctets) this.quicken();
    } else if (octets >= smallOctets) this.#smallReads = Math.max(0, this.#smallReads - smallForLarge);
    else this.#countSmall();
  }

  #countSmall(): void {
    const now = performance.now();
    if (now - this.#countedFrom > 1000) [this.#countedFrom, this.#smallReads] = [now, 0];
    this.#smallReads += 1;
    if (this.#smallReads > maxSmallReads) this.#slowDown();
  }

  /** Ends the slow reading: this response and the next one are read as they arrive. */
  quicken(): void {
    this.#smallReads = 0;
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#socket.resume();
  }

  #slowDown(): void {
    this.#slowReads = 0;
    this.#socket.pause();
    this.#timer = setInterval(this.#read, pauseMs).unref();
  }

  /**
   * Reads all data that has arrived as one piece. If none has arrived, the upstream itself has slowed down, so slow
   * reading ends.
   */
  readonly #read = (): void => {
    if (this.#isPaused()) return;
    this.#slowReads += 1;
    if (this.#socket.read() === null || this.#slowReads === maxSlowReads) this.quicken();
  };
}
