import { randomBytes } from 'node:crypto';
import { link, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isDigest, type Digest } from '#compiled/digest.ts';
import { TableError } from '#compiled/table.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { nodeLifetimeMs, noteInUseEveryMs } from '../../served/control-plane-settings.ts';
import { explainTableError, type GoodTable, readGoodTable, writeGoodTable } from './last-good.ts';
import type { TableVerifier } from '../table-verifier.ts';

/**
 * When a table was last served, and when an Envoy was last known to have it, in milliseconds since
 * 1970-01-01T00:00:00Z.
 */
interface TableTimes {
  readonly servedAt: number;
  readonly inUseAt: number;
}

/** How many earlier tables are stored in addition to those that Envoys have. */
export const maxEarlierTables = 10;

/** An earlier table cannot be read or written. The message is one sentence that names its file. */
class EarlierTableError extends Error {
  override readonly name = 'EarlierTableError';

  constructor(problem: string, cause: unknown) {
    super(`${problem}: ${explainTableError(cause)}`, { cause });
  }
}

/**
 * The files of tables that were served, for Envoys that still have these tables. Each table has its own file in the
 * folder of the last good table. The last good table is a hard link to one of these files if the file system supports
 * links. Several gateways may share the folder.
 */
export class EarlierTables {
  readonly #lastGoodFile: string;
  readonly #clock: Clock;
  readonly #removesFrom: number;

  /** Nothing is removed for `nodeLifetimeMs`, because some Envoys from before a restart may not have polled yet. */
  constructor(lastGoodFile: string, clock: Clock = systemClock) {
    this.#lastGoodFile = lastGoodFile;
    this.#clock = clock;
    this.#removesFrom = clock() + nodeLifetimeMs;
  }

  fileOf(table: Digest): string {
    const { folder, start, end } = this.#names;
    return join(folder, `${start}${table.slice('sha256:'.length)}${end}`);
  }

  /**
   * Reads a stored table, and verifies its signature if there is a verifier; undefined if it is not stored. Rejects
   * with an EarlierTableError.
   */
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

  /** Stores a table. `servedAt` is in milliseconds since 1970-01-01T00:00:00Z. Rejects with an EarlierTableError. */
  async keep(good: GoodTable, servedAt: number): Promise<void> {
    const file = this.fileOf(good.table.digest);
    try {
      await writeGoodTable(file, good);
      await dateFile(file, { servedAt, inUseAt: 0 });
    } catch (error) {
      throw new EarlierTableError(`The earlier table cannot be kept in ${file}`, error);
    }
  }

  /**
   * Stores a table that was read as the last good table, unless both are the same file. Rejects with an
   * EarlierTableError.
   */
  async keepRead(good: GoodTable, servedAt: number): Promise<void> {
    const [saved, lastGood] = await Promise.all(
      [this.fileOf(good.table.digest), this.#lastGoodFile].map(readIdentity),
    );
    // Another gateway may have replaced the last good table in the meantime.
    if (saved === undefined || saved !== lastGood) await this.keep(good, servedAt);
  }

  /**
   * Replaces the last good table by a hard link to a stored table. Returns false if the file system does not support
   * that.
   */
  async makeLastGood(table: Digest): Promise<boolean> {
    const linked = `${this.#lastGoodFile}.${randomBytes(6).toString('hex')}`;
    try {
      await link(this.fileOf(table), linked);
      await rename(linked, this.#lastGoodFile);
      return true;
    } catch {
      return false;
    } finally {
      // If both names already refer to the same file, a rename does nothing and leaves both.
      await rm(linked, { force: true }).catch(() => undefined);
    }
  }

  /** Records for all gateways with this folder that Envoys have these tables. Rejects with an EarlierTableError. */
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
   * Removes all tables except the latest ones and those that Envoys may have. `inUse` are the tables of this gateway's
   * Envoys. Rejects with an EarlierTableError.
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

  /**
   * Whether no Envoys of other gateways have a table. They may have a table that was served just now before that is
   * recorded.
   */
  #isUnused({ servedAt, inUseAt }: TableTimes): boolean {
    const now = this.#clock();
    return servedAt < now - 2 * noteInUseEveryMs && inUseAt < now - nodeLifetimeMs;
  }

  /** Removes temporary files of gateways that were killed. A running gateway would have renamed them sooner. */
  #removeUnfinished(): Promise<void> {
    const isTable = (name: string) =>
      name === basename(this.#lastGoodFile) || this.#tableOf(name) !== undefined;
    return removeUnfinished(this.#names.folder, isTable, this.#clock() - nodeLifetimeMs);
  }

  /** The stored tables with their times, most recently served first. */
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

/**
 * Removes temporary files of tables that have not changed since a time, in milliseconds since 1970-01-01T00:00:00Z.
 * Such a file has the name of a table followed by a random ending.
 */
async function removeUnfinished(
  folder: string,
  isTable: (name: string) => boolean,
  since: number,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => {
    const end = extname(name);
    return /^\.[0-9a-f]{12}$/.test(end) && isTable(basename(name, end));
  });
  for (const file of names.map((name) => join(folder, name))) {
    const found = await stat(file).catch(() => undefined);
    // A temporary hard link shares the modification time of its table, while `ctime` shows when the link was created.
    if (found && found.ctimeMs < since) await rm(file, { force: true });
  }
}

/**
 * Stores `servedAt` and `inUseAt` as the times of the file, for all gateways that share the folder: gateways may write
 * tables in another order than they served them, and know only their own Envoys. Does nothing if another gateway has
 * removed the file.
 */
async function dateFile(file: string, { servedAt, inUseAt }: TableTimes): Promise<void> {
  await utimes(file, inUseAt / 1000, servedAt / 1000).catch(ifMissing);
}

/** The times that `dateFile` stored; undefined if the file does not exist. */
async function readTimes(file: string): Promise<TableTimes | undefined> {
  const found = await stat(file).catch(ifMissing);
  return found && { servedAt: found.mtimeMs, inUseAt: found.atimeMs };
}

/** Identifies a file by device and inode, which all its hard links share; undefined if the file cannot be read. */
async function readIdentity(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
