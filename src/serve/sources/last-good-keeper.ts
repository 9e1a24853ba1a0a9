import { setTimeout as delay } from 'node:timers/promises';
import type { Digest } from '../../compiled/digest.ts';
import { type EarlierTables, maxEarlierTables } from './earlier-tables.ts';
import { messageOf } from '../startup-error.ts';
import { explainTableError, type GoodTable, writeGoodTable } from './last-good.ts';

/** The wait before the next table is written, as a multiple of the time that writing one took. */
const restFactor = 10;

interface ServedTable extends GoodTable {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly servedAt: number;
}

/** Keeps the last good table in a file: never more often than leaves the thread, and the disk, time for all else. */
export class LastGoodKeeper {
  readonly #file: string;
  readonly #earlier: EarlierTables | undefined;
  #inUse: ReadonlySet<Digest> = new Set();
  readonly #warn: (message: string) => void;
  readonly #stop = new AbortController();
  #newest: GoodTable | undefined;
  /** Those that are still to be written, the latest first. */
  #waiting: readonly ServedTable[] = [];
  #writing: Promise<void> | undefined;

  /** A failure to keep it is only a warning, in one sentence. `earlier` also keeps it after another one has replaced it. */
  constructor(file: string, warn: (message: string) => void, earlier?: EarlierTables) {
    this.#file = file;
    this.#warn = warn;
    this.#earlier = earlier;
  }

  /** `inUse` are the earlier ones that Envoys have. */
  keep(table: GoodTable, inUse: ReadonlySet<Digest>): void {
    const served = servedNow(table);
    this.#newest = served;
    this.#inUse = inUse;
    this.#waiting = [served, ...this.#keptOfWaiting(served)];
    this.#writing ??= this.#write();
  }

  /** Keeps the table that was read from the file, which a gateway without Envoys may have written. */
  async noteRead(table: GoodTable): Promise<void> {
    await this.#writeEarlier(servedNow(table), true);
  }

  /** The earlier ones that are written too, after the newest one: an Envoy may have any of them. */
  #keptOfWaiting({ table: { digest } }: GoodTable): readonly ServedTable[] {
    if (!this.#earlier) return [];
    return this.#waiting
      .filter(({ table }) => table.digest !== digest)
      .filter(({ table }, index) => index < maxEarlierTables || this.#inUse.has(table.digest));
  }

  /** Resolves when all tables are written, or could not be. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    let lastGood: GoodTable | undefined;
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      this.#waiting = this.#waiting.slice(1);
      if (isSame(next, lastGood)) continue;
      const start = performance.now();
      if (next === this.#newest && (await this.#writeLastGood(next))) lastGood = next;
      await this.#writeEarlier(next, next === lastGood);
      await this.#rest((performance.now() - start) * restFactor);
    }
    this.#writing = undefined;
  }

  async #writeLastGood(table: GoodTable): Promise<boolean> {
    try {
      await writeGoodTable(this.#file, table);
      return true;
    } catch (error) {
      this.#warn(`The last good table cannot be kept in ${this.#file}: ${explainTableError(error)}`);
      return false;
    }
  }

  async #writeEarlier(served: ServedTable, isLastGood: boolean): Promise<void> {
    try {
      if (isLastGood) await this.#earlier?.keepLastGood(served, served.servedAt);
      else await this.#earlier?.keep(served, served.servedAt);
      await this.#earlier?.removeOthers(this.#inUse);
    } catch (error) {
      this.#warn(messageOf(error));
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}

function servedNow(table: GoodTable): ServedTable {
  return { ...table, servedAt: performance.timeOrigin + performance.now() };
}

function isSame({ table, signature }: GoodTable, other: GoodTable | undefined): boolean {
  return table.digest === other?.table.digest && signature?.jws === other.signature?.jws;
}
