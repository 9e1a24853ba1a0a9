import { setTimeout as delay } from 'node:timers/promises';
import type { Digest } from '#compiled/digest.ts';
import { type EarlierTables, maxEarlierTables } from './earlier-tables.ts';
import { messageOf } from '../../served/startup-error.ts';
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
    this.#waiting = [served, ...this.#remainingWaiting(served)];
    this.#writing ??= this.#write();
  }

  /** Keeps the table that was read from the file, which a gateway without Envoys may have written. */
  async noteRead(table: GoodTable): Promise<void> {
    const { servedAt } = servedNow(table);
    await this.#warnOf(this.#earlier?.keepRead(table, servedAt));
  }

  /** Notes for other gateways on the folder that Envoys have these. */
  async noteInUse(inUse: ReadonlySet<Digest>): Promise<void> {
    this.#inUse = inUse;
    await this.#warnOf(this.#earlier?.noteInUse(inUse));
  }

  /** The earlier ones that are written too, after the newest one: an Envoy may have any of them. */
  #remainingWaiting({ table: { digest } }: GoodTable): readonly ServedTable[] {
    if (!this.#earlier) return [];
    return this.#waiting
      .filter(({ table }) => table.digest !== digest)
      .filter(({ table }, index) => index < maxEarlierTables || this.#inUse.has(table.digest));
  }

  /**
   * Resolves when all tables that wait are written, or could not be: the latest first, without a rest. They can be more
   * than eleven, so a caller that waits only for some time can lose those that were served longest ago.
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

  /** Writes nothing if the table is kept in a file of its own, of which this becomes another name. */
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

  /** Warns of a failure, and returns whether there was none. */
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
