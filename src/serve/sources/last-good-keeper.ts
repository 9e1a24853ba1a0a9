import { setTimeout as delay } from 'node:timers/promises';
import { keepLastGood, type GoodTable } from './last-good.ts';
import { messageOf } from '../message-of.ts';

/** So many times as long as it took to write a table it waits before it writes another one. */
const restFactor = 10;

/** Keeps the last good table in a file: never more often than leaves the thread, and the disk, time for all else. */
export class LastGoodKeeper {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #stop = new AbortController();
  #next: GoodTable | undefined;
  #writing: Promise<void> | undefined;

  /** Not to be able to keep it is worth a warning, in a sentence, and no more. */
  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  keep(table: GoodTable): void {
    this.#next = table;
    this.#writing ??= this.#write();
  }

  /** Resolves when the table that was to be kept last is in the file, or could not be written. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    let written: GoodTable | undefined;
    while (this.#next && !isSame(this.#next, written)) {
      written = this.#next;
      const start = performance.now();
      await this.#writeOne(written);
      await this.#rest((performance.now() - start) * restFactor);
    }
    this.#writing = undefined;
  }

  async #writeOne(table: GoodTable): Promise<void> {
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

function isSame({ table, signature }: GoodTable, other: GoodTable | undefined): boolean {
  return table.digest === other?.table.digest && signature?.jws === other.signature?.jws;
}
