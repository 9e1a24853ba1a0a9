import { constants, fstatSync, write } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { LineSink } from './buffered-lines.ts';

/** The descriptor of the process. */
const descriptor = 1;

/** In milliseconds: how often a full pipe is tried again. */
const minPause = 1;
const maxPause = 5;

/**
 * Standard output as a sink that never blocks. A pipe is opened again so that writing does not wait for its reader;
 * anything else, and a pipe that belongs to another user, is written through the process's own descriptor, which keeps
 * the place where others write too.
 */
export class StandardOutput implements LineSink {
  #pipe: FileHandle | undefined;
  #canReopen = true;
  /** How much of the current write is done. */
  #written = 0;
  readonly #patienceMs: number;

  /** After `patienceMs` milliseconds in which it takes no byte, the reader of a pipe is slow. */
  constructor(patienceMs = 1000) {
    this.#patienceMs = patienceMs;
  }

  /** Rejects with EAGAIN if a pipe is full, and its reader takes nothing for a while. */
  async append(lines: Buffer): Promise<void> {
    if (this.#canReopen && fstatSync(descriptor).isFIFO()) this.#pipe ??= await this.#openPipe();
    while (this.#written < lines.length)
      this.#written += await this.#writeSome(lines.subarray(this.#written));
    this.#written = 0;
  }

  async close(): Promise<void> {
    await this.#pipe?.close();
    this.#pipe = undefined;
  }

  /** Who was started by another user may write to the pipe, but not open it. */
  async #openPipe(): Promise<FileHandle | undefined> {
    try {
      return await open('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!isOneOf(error, ['EACCES', 'EPERM', 'ENOENT'])) throw error;
      this.#canReopen = false;
      return undefined;
    }
  }

  /** A pipe takes 64 KiB at a time; a full pipe may still be read fast. */
  async #writeSome(lines: Buffer): Promise<number> {
    const begunAt = performance.now();
    for (let pause = minPause; ; pause = Math.min(2 * pause, maxPause)) {
      try {
        return await this.#write(lines);
      } catch (error) {
        if (!isOneOf(error, ['EAGAIN']) || performance.now() - begunAt > this.#patienceMs) throw error;
      }
      await delay(pause);
    }
  }

  async #write(lines: Buffer): Promise<number> {
    if (this.#pipe) return (await this.#pipe.write(lines)).bytesWritten;
    return new Promise((resolve, reject) => {
      write(descriptor, lines, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    });
  }
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
