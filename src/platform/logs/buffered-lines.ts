/** The destination of lines. Its methods never run at the same time. */
export interface LineSink {
  /** Appends whole lines. After a rejection, it is called again with the same lines, and continues where it stopped. */
  append(lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

export interface BufferedLinesOptions {
  readonly sink: LineSink;
  /** Receives the first of several consecutive failures. */
  readonly failed: (error: unknown) => void;
  /** How long after a report further failures are not reported, in milliseconds. Default: 0. */
  readonly quietMs?: number;
  /** Renders the line that replaces dropped lines, with their number. */
  readonly confess: (lost: number) => string;
  /** The maximum number of buffered bytes. Default: 16 Mi. */
  readonly maxWaiting?: number;
}

/** How long a line may wait for others, in milliseconds. */
const maxWaitMs = 200;
/** The size at which lines are written immediately, in bytes. */
const batchSize = 256 * 1024;

/** Buffers lines for a sink; if the sink does not keep up, further lines are only counted. */
export class BufferedLines {
  readonly #options: BufferedLinesOptions;
  readonly #maxWaiting: number;
  readonly #waiting = new WaitingLines();
  /** The lines that the sink is writing, or has refused. */
  #batch: Buffer | undefined;
  /** The numbers of dropped lines: since the last report, and in total. */
  #lost = 0;
  #lostInAll = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #isTroubled = false;
  /** Whether one of the consecutive failures was reported, and the time of the last report. */
  #isReported = false;
  #reportedAt = -Infinity;

  constructor(options: BufferedLinesOptions) {
    this.#options = options;
    this.#maxWaiting = options.maxWaiting ?? 16 * 1024 * 1024;
    this.#flush();
  }

  get lost(): number {
    return this.#lostInAll;
  }

  /** Whether lines that are added now are lost, so that the caller need not render them. */
  get isFull(): boolean {
    return this.#waiting.bytes >= this.#maxWaiting;
  }

  /** Adds `count` lines, each with its line end; drops them if the buffer is full. */
  add(lines: string, count = 1): void {
    if (this.isFull) return this.lose(count);
    this.#confessLoss();
    this.#waiting.add(lines);
    if (this.#waiting.bytes >= batchSize && !this.#isTroubled) this.#flush();
    else this.#flushLater();
  }

  lose(count: number): void {
    this.#lost += count;
    this.#lostInAll += count;
  }

  /** Writes waiting lines, and closes the sink; never rejects. */
  async close(): Promise<void> {
    await this.#flushing;
    clearTimeout(this.#timer);
    await this.#writeOut(1);
    await this.#options.sink.close().catch((error: unknown) => this.#complain(error));
  }

  #confessLoss(): void {
    if (this.#lost === 0) return;
    this.#waiting.add(this.#options.confess(this.#lost));
    this.#lost = 0;
  }

  #flushLater(): void {
    if (!this.#flushing) this.#timer ??= setTimeout(() => this.#flush(), maxWaitMs);
  }

  #flush(): void {
    if (this.#flushing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#writeOut(batchSize).finally(() => {
      this.#flushing = undefined;
      if (this.#waiting.bytes > 0 || this.#batch) this.#flushLater();
    });
  }

  /** Writes waiting lines until fewer than `enough` bytes are left, or until the sink fails; never rejects. */
  async #writeOut(enough: number): Promise<void> {
    try {
      do {
        this.#batch ??= this.#waiting.take();
        await this.#options.sink.append(this.#batch);
        this.#batch = undefined;
        this.#isTroubled = false;
        this.#isReported = false;
        this.#confessLoss();
      } while (this.#waiting.bytes >= enough);
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    this.#isTroubled = true;
    if (this.#isReported || performance.now() - this.#reportedAt < (this.#options.quietMs ?? 0)) return;
    this.#isReported = true;
    this.#reportedAt = performance.now();
    this.#options.failed(error);
  }
}

/** The size of a memory allocation, in bytes. */
const chunkBytes = 256 * 1024;

/** A UTF-16 unit takes at most this many bytes of UTF-8. */
const bytesPerUnit = 3;

/**
 * Lines that wait to be written. They are stored as bytes, since many strings that live for a while slow down garbage
 * collection.
 */
class WaitingLines {
  readonly #full: Buffer[] = [];
  #fullBytes = 0;
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;

  /** The number of waiting bytes. */
  get bytes(): number {
    return this.#fullBytes + this.#used;
  }

  add(line: string): void {
    const room = line.length * bytesPerUnit;
    if (this.#used + room > this.#chunk.length) this.#begin(Math.max(room, chunkBytes));
    this.#used += this.#chunk.write(line, this.#used);
  }

  /** Removes and returns all waiting lines. */
  take(): Buffer {
    this.#begin(0);
    this.#fullBytes = 0;
    const [first, ...others] = this.#full.splice(0);
    return first && others.length === 0 ? first : Buffer.concat(first ? [first, ...others] : []);
  }

  #begin(bytes: number): void {
    if (this.#used > 0) this.#full.push(this.#chunk.subarray(0, this.#used));
    this.#fullBytes += this.#used;
    this.#chunk = Buffer.allocUnsafe(bytes);
    this.#used = 0;
  }
}
