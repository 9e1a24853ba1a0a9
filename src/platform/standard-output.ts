import { constants, fstatSync, write } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { LineSink } from './buffered-lines.ts';

/** The descriptor of the process. */
const descriptor = 1;

/**
 * Standard output as a sink that holds nobody up. A pipe is opened anew so that writing does not wait for its reader;
 * anything else is written through the process's own descriptor, which keeps the place where others write too.
 */
export class StandardOutput implements LineSink {
  #pipe: FileHandle | undefined;
  /** Of what is being written, how much is out. */
  #written = 0;

  async append(lines: Buffer): Promise<void> {
    if (fstatSync(descriptor).isFIFO())
      this.#pipe ??= await open('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK);
    while (this.#written < lines.length) this.#written += await this.#write(lines.subarray(this.#written));
    this.#written = 0;
  }

  async close(): Promise<void> {
    await this.#pipe?.close();
    this.#pipe = undefined;
  }

  async #write(lines: Buffer): Promise<number> {
    if (this.#pipe) return (await this.#pipe.write(lines)).bytesWritten;
    return new Promise((resolve, reject) => {
      write(descriptor, lines, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    });
  }
}
