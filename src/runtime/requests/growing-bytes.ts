/** The size of the first block, in bytes. */
const firstBytes = 4096;

/**
 * Bytes that arrive in pieces of any size, in memory that threads can share. They take at most twice their size, also if
 * a client sends them one by one.
 */
export class GrowingBytes {
  #block = new Uint8Array(new SharedArrayBuffer(firstBytes));
  #length = 0;

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#block.length) this.#moveTo(Math.max(length, this.#block.length * 2));
    this.#block.set(piece, this.#length);
    this.#length = length;
  }

  /** All bytes, in memory of their own. Ends the collection. */
  take(): Uint8Array<SharedArrayBuffer> {
    this.#moveTo(this.#length);
    return this.#block;
  }

  #moveTo(size: number): void {
    const block = new Uint8Array(new SharedArrayBuffer(size));
    block.set(this.#block.subarray(0, this.#length));
    this.#block = block;
  }
}
