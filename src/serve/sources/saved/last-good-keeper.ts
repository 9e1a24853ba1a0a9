import { setTimeout as delay } from 'node:timers/promises';
import type { Digest } from '#compiled/digest.ts';
import { type EarlierTables, maxEarlierTables } from './earlier-tables.ts';
import { messageOf } from '../../served/startup-error.ts';
import { explainTableError, type GoodTable, writeGoodTable } from './last-good.ts';

/** How long to pause before the next table is written, as a multiple of the time that the last one took. */
const restFactor = 10;

interface ServedTable extends GoodTable {
  /** When the table was served, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly servedAt: number;
}

/** Saves the last good table in a file, with pauses that leave the thread and the disk time for other work. */
export class LastGoodKeeper {
  readonly #file: string;
  readonly #earlier: EarlierTables | undefined;
  #inUse: ReadonlySet<Digest> = new Set();
  readonly #warn: (message: string) => void;
  readonly #stop = new AbortController();
  #newest: GoodTable | undefined;
  /** The tables that are still to be written, latest first. */
  #waiting: readonly ServedTable[] = [];
  #writing: Promise<void> | undefined;

  /** Failures are only reported to `warn`, as one sentence. With `earlier`, replaced tables are stored too. */
  constructor(file: string, warn: (message: string) => void, earlier?: EarlierTables) {
    this.#file = file;
    this.#warn = warn;
    this.#earlier = earlier;
  }

  /** Saves a table that is now served. `inUse` are the earlier tables that Envoys have. */
  keep(table: GoodTable, inUse: ReadonlySet<Digest>): void {
    const served = servedNow(table);
    this.#newest = served;
    this.#inUse = inUse;
    this.#waiting = [served, ...this.#remainingWaiting(served)];
    this.#writing ??= this.#write();
  }

  /**
   * Stores the last good table that was read at start as an earlier table too. A gateway without Envoys, which stores
   * none, may have written it.
   */
  async noteRead(table: GoodTable): Promise<void> {
    const { servedAt } = servedNow(table);
    await this.#warnOf(this.#earlier?.keepRead(table, servedAt));
  }

  /** Records for other gateways with this folder which tables Envoys have. */
  async noteInUse(inUse: ReadonlySet<Digest>): Promise<void> {
    this.#inUse = inUse;
    await this.#warnOf(this.#earlier?.noteInUse(inUse));
  }

  /** The waiting tables that are written after the newest one, because an Envoy may have any of them. */
  #remainingWaiting({ table: { digest } }: GoodTable): readonly ServedTable[] {
    if (!this.#earlier) return [];
    return this.#waiting
      .filter(({ table }) => table.digest !== digest)
      .filter(({ table }, index) => index < maxEarlierTables || this.#inUse.has(table.digest));
  }

  /**
   * Resolves when all waiting tables have been written or have failed, latest first and without pauses. There can be
   * more than eleven, so a caller with a timeout may lose the ones that were served longest ago.
   */
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
      const isNewest = next === this.#newest;
      const isSaved = await this.#warnOf(this.#earlier?.keep(next, next.servedAt));
      if (isNewest && (await this.#writeLastGood(next, isSaved))) lastGood = next;
      await this.#warnOf(this.#earlier?.removeOthers(this.#inUse));
      await this.#rest((performance.now() - start) * restFactor);
    }
    this.#writing = undefined;
  }

  /**
   * Saves the last good table: as a hard link if the table is already stored, otherwise as a new file. Returns whether
   * it succeeded.
   */
  async #writeLastGood(good: GoodTable, isSaved: boolean): Promise<boolean> {
    try {
      const isLinked = isSaved && (await this.#earlier?.makeLastGood(good.table.digest));
      if (!isLinked) await writeGoodTable(this.#file, good);
      return true;
    } catch (error) {
      this.#warn(`The last good table cannot be kept in ${this.#file}: ${explainTableError(error)}`);
      return false;
    }
  }

  /** Reports a failure as a warning. Returns whether there was none. */
  async #warnOf(keeping: Promise<void> | undefined): Promise<boolean> {
    try {
      await keeping;
      return true;
    } catch (error) {
      this.#warn(messageOf(error));
      return false;
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
