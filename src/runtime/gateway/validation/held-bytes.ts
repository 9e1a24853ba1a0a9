/** The smallest size of the buffer, in bytes. */
const smallest = 16 * 1024;

const none = Buffer.alloc(0);

/**
 * Assembles a body as it arrives. It uses a single buffer, so that many small chunks take up no more memory than a few
 * large ones.
 */
export class HeldBytes {
  #buffer: Buffer = none;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const before = this.#length;
    this.#length += chunk.length;
    // Most bodies come in one part, which needs no copy.
    if (before === 0) this.#buffer = chunk;
    else if (this.#length <= this.#buffer.length) chunk.copy(this.#buffer, before);
    else this.#grow(chunk, before);
  }

  #grow(chunk: Buffer, before: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(smallest, this.#length * 2));
    this.#buffer.copy(larger, 0, 0, before);
    chunk.copy(larger, before);
    this.#buffer = larger;
  }

  /** The data received so far. */
  toBuffer(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}
