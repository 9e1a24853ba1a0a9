import { randomBytes } from 'node:crypto';
import { link, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isDigest, type Digest } from '#compiled/digest.ts';
import { TableError } from '#compiled/table.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { nodeLifetimeMs, noteInUseEveryMs } from '../../served/control-plane-settings.ts';
import { explainTableError, type GoodTable, readGoodTable, writeGoodTable } from './last-good.ts';
import { dateFile, readIdentity, readTimes, type TableTimes } from './table-times.ts';
import type { TableVerifier } from '../table-verifier.ts';
import { removeUnfinished } from './unfinished-files.ts';

/** How many of these tables are kept, besides those that Envoys have. */
export const maxEarlierTables = 10;

/** An earlier table that cannot be used or kept; the message, one sentence, names its file. */
class EarlierTableError extends Error {
  override readonly name = 'EarlierTableError';

  constructor(problem: string, cause: unknown) {
    super(`${problem}: ${explainTableError(cause)}`, { cause });
  }
}

/**
 * The files of tables that were served, for Envoys that still have them: each under a name of its own beside the last good
 * table, which is another name of one if the file system has such. Several gateways may use one folder.
 */
export class EarlierTables {
  readonly #lastGoodFile: string;
  readonly #clock: Clock;
  readonly #removesFrom: number;

  /** Removes none for `nodeLifetimeMs`: until then not all Envoys of before a restart may have polled. */
  constructor(lastGoodFile: string, clock: Clock = systemClock) {
    this.#lastGoodFile = lastGoodFile;
    this.#clock = clock;
    this.#removesFrom = clock() + nodeLifetimeMs;
  }

  fileOf(table: Digest): string {
    const { folder, start, end } = this.#names;
    return join(folder, `${start}${table.slice('sha256:'.length)}${end}`);
  }

  /** One that was kept, verified by its signature; undefined if it was not. Rejects with an EarlierTableError. */
  async read(table: Digest, deployment: string, verifier?: TableVerifier): Promise<GoodTable | undefined> {
    const file = this.fileOf(table);
    try {
      const good = await readGoodTable(file, deployment, verifier);
      const found = good?.table.digest ?? table;
      if (found !== table) throw new TableError(`The file contains the table ${found}.`);
      return good;
    } catch (error) {
      throw new EarlierTableError(`The earlier table ${file} cannot be used`, error);
    }
  }

  /** Keeps a table that was served at a time, in milliseconds since 1970-01-01T00:00:00Z. Rejects with an EarlierTableError. */
  async keep(good: GoodTable, servedAt: number): Promise<void> {
    const file = this.fileOf(good.table.digest);
    try {
      await writeGoodTable(file, good);
      await dateFile(file, { servedAt, inUseAt: 0 });
    } catch (error) {
      throw new EarlierTableError(`The earlier table cannot be kept in ${file}`, error);
    }
  }

  /** Does the same with one that was read as the last good table, unless that is another name of its file. */
  async keepRead(good: GoodTable, servedAt: number): Promise<void> {
    const [kept, lastGood] = await Promise.all(
      [this.fileOf(good.table.digest), this.#lastGoodFile].map(readIdentity),
    );
    // Another gateway may have replaced the last good table since.
    if (kept === undefined || kept !== lastGood) await this.keep(good, servedAt);
  }

  /** Makes the last good table another name of one that was kept, and returns whether it is: some file systems have no links. */
  async makeLastGood(table: Digest): Promise<boolean> {
    const linked = `${this.#lastGoodFile}.${randomBytes(6).toString('hex')}`;
    try {
      await link(this.fileOf(table), linked);
      await rename(linked, this.#lastGoodFile);
      return true;
    } catch {
      return false;
    } finally {
      // A rename leaves both names if they are of one file.
      await rm(linked, { force: true }).catch(() => undefined);
    }
  }

  /** Notes for all gateways on the folder that Envoys have these tables. Rejects with an EarlierTableError. */
  async noteInUse(tables: ReadonlySet<Digest>): Promise<void> {
    try {
      const noted = [...tables].map(async (table) => {
        const times = await readTimes(this.fileOf(table));
        if (times) await dateFile(this.fileOf(table), { ...times, inUseAt: this.#clock() });
      });
      await Promise.all(noted);
    } catch (error) {
      const problem = `It cannot be noted in ${this.#names.folder} which earlier tables Envoys have`;
      throw new EarlierTableError(problem, error);
    }
  }

  /**
   * Removes all but the latest ones, and those that Envoys have, or may have by now. `inUse` are those that Envoys of this
   * gateway have. Rejects with an EarlierTableError.
   */
  async removeOthers(inUse: ReadonlySet<Digest>): Promise<void> {
    try {
      await this.#removeUnfinished();
      if (this.#clock() < this.#removesFrom) return;
      const others = (await this.#list()).slice(maxEarlierTables).filter(([table]) => !inUse.has(table));
      const unused = others.filter(([, times]) => this.#isUnused(times));
      await Promise.all(unused.map(([table]) => rm(this.fileOf(table), { force: true })));
    } catch (error) {
      throw new EarlierTableError(`Earlier tables in ${this.#names.folder} cannot be removed`, error);
    }
  }

  /** Whether Envoys of other gateways do not have it; of one that was served just now they may have it before that is noted. */
  #isUnused({ servedAt, inUseAt }: TableTimes): boolean {
    const now = this.#clock();
    return servedAt < now - 2 * noteInUseEveryMs && inUseAt < now - nodeLifetimeMs;
  }

  /** Of gateways that were killed; one that runs gives a file its name sooner. */
  #removeUnfinished(): Promise<void> {
    const isTable = (name: string) =>
      name === basename(this.#lastGoodFile) || this.#tableOf(name) !== undefined;
    return removeUnfinished(this.#names.folder, isTable, this.#clock() - nodeLifetimeMs);
  }

  /** The latest first. */
  async #list(): Promise<readonly (readonly [Digest, TableTimes])[]> {
    const names = await readdir(this.#names.folder);
    const dated = await Promise.all(
      names.map(async (name) => {
        const table = this.#tableOf(name);
        const times = table && (await readTimes(this.fileOf(table)));
        return times ? ([[table, times]] as const) : [];
      }),
    );
    return dated.flat().toSorted(([, one], [, other]) => other.servedAt - one.servedAt);
  }

  #tableOf(name: string): Digest | undefined {
    const { start, end } = this.#names;
    if (!name.startsWith(start) || !name.endsWith(end)) return undefined;
    const table = `sha256:${name.slice(start.length, -end.length)}`;
    return isDigest(table) ? table : undefined;
  }

  get #names() {
    const end = extname(this.#lastGoodFile);
    const name = basename(this.#lastGoodFile, end).replace('last-good.', 'earlier.');
    return { folder: dirname(this.#lastGoodFile), start: `${name}.`, end };
  }
}
