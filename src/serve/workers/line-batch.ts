/** How long a line may wait for others, in milliseconds. */
const maxWaitMs = 200;
/** The size at which a batch is sent immediately, in UTF-16 code units. */
const batchSize = 64 * 1024;

/** Lines including their line ends, and the number of lines. */
export interface SentLines {
  readonly lines: string;
  readonly count: number;
}

/** Sends lines to another thread in batches, since a message costs as much as rendering several lines. */
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
