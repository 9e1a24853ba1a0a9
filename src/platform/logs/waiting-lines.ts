/** In bytes: so much memory is taken at once. */
const chunkBytes = 256 * 1024;

/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const bytesPerUnit = 3;

/** Lines that wait to be written, as bytes from the start: many texts that stay for a while keep the collector busy. */
export class WaitingLines {
  readonly #full: Buffer[] = [];
  #fullBytes = 0;
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;

  /** How much waits, in bytes. */
  get bytes(): number {
    return this.#fullBytes + this.#used;
  }

  add(line: string): void {
    const room = line.length * bytesPerUnit;
    if (this.#used + room > this.#chunk.length) this.#begin(Math.max(room, chunkBytes));
    this.#used += this.#chunk.write(line, this.#used);
  }

  /** Gives everything that waits, and forgets it. */
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
