/** The longest header of a frame: two bytes, a length of eight, a mask of four (RFC 6455 section 5.2). */
const maxHeaderLength = 14;

/** Tracks the frames of one direction of a WebSocket, to find where another frame can be inserted. */
export class WebSocketFrames {
  readonly #header = Buffer.alloc(maxHeaderLength);
  #headerLength = 0;
  #payloadLeft = 0;

  /** Whether only complete frames have passed so far. */
  get isBetweenFrames(): boolean {
    return this.#headerLength === 0 && this.#payloadLeft === 0;
  }

  /** Records bytes that pass. */
  pass(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft > 0) {
        const passed = Math.min(this.#payloadLeft, chunk.length - at);
        this.#payloadLeft -= passed;
        at += passed;
      } else this.#passHeaderByte(chunk[at++] ?? 0);
    }
  }

  #passHeaderByte(byte: number): void {
    this.#header[this.#headerLength] = byte;
    this.#headerLength += 1;
    if (this.#headerLength < 2 || this.#headerLength < this.#lengthOfHeader()) return;
    this.#payloadLeft = this.#lengthOfPayload();
    this.#headerLength = 0;
  }

  #lengthOfHeader(): number {
    const second = this.#header[1] ?? 0;
    const short = second & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    return 2 + lengthBytes + (second & 0x80 ? 4 : 0);
  }

  #lengthOfPayload(): number {
    const short = (this.#header[1] ?? 0) & 0x7f;
    if (short === 126) return this.#header.readUInt16BE(2);
    return short === 127 ? Number(this.#header.readBigUInt64BE(2)) : short;
  }
}

/** A close frame from server to client, with a status code (RFC 6455 sections 5.5.1 and 7.4.1). */
export function renderCloseFrame(code: number, reason: string): Buffer {
  const text = Buffer.from(reason);
  const head = Buffer.from([0x88, 2 + text.length, code >> 8, code & 0xff]);
  return Buffer.concat([head, text]);
}
