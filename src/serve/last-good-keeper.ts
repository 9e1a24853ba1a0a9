import { setTimeout as delay } from 'node:timers/promises';
import type { PackedTable } from '../compiled/packed-table.ts';
import { keepLastGood } from './last-good.ts';
import { messageOf } from './message-of.ts';

/** So many times as long as it took to write a table it waits before it writes another one. */
const restFactor = 10;

/** Keeps the last good table in a file: never more often than leaves the thread, and the disk, time for all else. */
export class LastGoodKeeper {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #stop = new AbortController();
  #next: PackedTable | undefined;
  #writing: Promise<void> | undefined;

  /** Not to be able to keep it is worth a warning, in a sentence, and no more. */
  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  keep(table: PackedTable): void {
    this.#next = table;
    this.#writing ??= this.#write();
  }

  /** Resolves when the table that was to be kept last is in the file, or could not be written. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    let written: PackedTable | undefined;
    while (this.#next && this.#next.digest !== written?.digest) {
      written = this.#next;
      const start = performance.now();
      await this.#writeOne(written);
      await this.#rest((performance.now() - start) * restFactor);
    }
    this.#writing = undefined;
  }

  async #writeOne(table: PackedTable): Promise<void> {
    try {
      await keepLastGood(this.#file, table);
    } catch (error) {
      this.#warn(`The last good table cannot be kept in ${this.#file}: ${messageOf(error)}`);
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}
