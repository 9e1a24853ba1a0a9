/** In milliseconds: so long a line may wait for others. */
const maxWaitMs = 200;
/** In UTF-16 units: so much is sent without waiting for more. */
const batchSize = 64 * 1024;

/** Lines, each with its end, and how many they are. */
export interface SentLines {
  readonly lines: string;
  readonly count: number;
}

/** Lines on their way to another thread, many at a time, since each message costs as much as rendering several. */
export class LineBatch {
  readonly #send: (batch: SentLines) => void;
  #lines = '';
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (batch: SentLines) => void) {
    this.#send = send;
  }

  readonly write = (lines: string, count: number): void => {
    this.#lines += lines;
    this.#count += count;
    if (this.#lines.length >= batchSize) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), maxWaitMs);
  };

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count > 0) this.#send({ lines: this.#lines, count: this.#count });
    this.#lines = '';
    this.#count = 0;
  }
}
