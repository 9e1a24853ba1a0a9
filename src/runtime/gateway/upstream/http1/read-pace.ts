import type { Socket } from 'node:net';

/** A read of fewer than this many octets is a small one. */
const smallOctets = 256;

/** As soon as this many octets arrive at once, the response is read as it comes again. */
const manyOctets = 16 * 1024;

/** How many small reads of a response within a second make it read less often. */
const maxSmallReads = 100;

/** A read that is not small cancels this many small ones. */
const smallForLarge = 10;

/** How often such a response is read, in milliseconds. */
const pauseMs = 20;

/** After this many slow reads the response is read as it comes again, in case its pieces have become larger. */
const maxSlowReads = 50;

/**
 * Reads a response that comes in very small pieces less often, and all of it that has come at once: each read costs as
 * much as one of many octets, and the other calls wait for it. A response that comes in larger pieces, or in few small
 * ones, is read as it comes.
 */
export class ReadPace {
  readonly #socket: Socket;
  /** Whether the client reads no more of the response for now. */
  readonly #isPaused: () => boolean;
  #smallReads = 0;
  #countedFrom = 0;
  #timer: NodeJS.Timeout | undefined;
  #slowReads = 0;

  constructor(socket: Socket, isPaused: () => boolean) {
    this.#socket = socket;
    this.#isPaused = isPaused;
  }

  /** Whether it is for the pace to read on. */
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

  /** The response is read as it comes again, and the next one, too. */
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
   * A paused socket delivers its data in one piece; if nothing has arrived, the upstream has slowed down itself.
   */
  readonly #read = (): void => {
    if (this.#isPaused()) return;
    this.#slowReads += 1;
    if (this.#socket.read() === null || this.#slowReads === maxSlowReads) this.quicken();
  };
}
