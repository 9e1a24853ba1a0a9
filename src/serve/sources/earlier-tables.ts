import { link, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isDigest, type Digest } from '../../compiled/digest.ts';
import { nodeLifetimeMs } from '../control-plane/poll-times.ts';
import { explainTableError, type GoodTable, readGoodTable, writeGoodTable } from './last-good.ts';
import type { TableVerifier } from './table-verifier.ts';

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
 * table, of which it is another name if the file system has such.
 */
export class EarlierTables {
  readonly #lastGoodFile: string;
  readonly #removesFrom: number;

  /** Removes none for `settleMs` milliseconds: until then not all Envoys of before a restart may have polled. */
  constructor(lastGoodFile: string, settleMs: number = nodeLifetimeMs) {
    this.#lastGoodFile = lastGoodFile;
    this.#removesFrom = performance.now() + settleMs;
  }

  fileOf(table: Digest): string {
    const { folder, start, end } = this.#names;
    return join(folder, `${start}${table.slice('sha256:'.length)}${end}`);
  }

  /** One that was kept, verified by its signature; undefined if it was not. Rejects with an EarlierTableError. */
  async read(table: Digest, deployment: string, verifier?: TableVerifier): Promise<GoodTable | undefined> {
    const file = this.fileOf(table);
    try {
      return await readGoodTable(file, deployment, verifier);
    } catch (error) {
      throw new EarlierTableError(`The earlier table ${file} cannot be used`, error);
    }
  }

  /** Keeps a table that was served at a time, in milliseconds since 1970-01-01T00:00:00Z. Rejects with an EarlierTableError. */
  async keep(good: GoodTable, servedAt: number): Promise<void> {
    const file = this.fileOf(good.table.digest);
    try {
      await writeGoodTable(file, good);
      await dateFile(file, servedAt);
    } catch (error) {
      throw new EarlierTableError(`The earlier table cannot be kept in ${file}`, error);
    }
  }

  /** Does the same with the one that is in the file of the last good table now. */
  async keepLastGood(good: GoodTable, servedAt: number): Promise<void> {
    const isLinked = await this.#linkLastGood(this.fileOf(good.table.digest), servedAt).catch(() => false);
    // Some file systems have no links.
    if (!isLinked) await this.keep(good, servedAt);
  }

  /** Makes a file another name of the last good table, which writes nothing. */
  async #linkLastGood(file: string, servedAt: number): Promise<boolean> {
    const linked = `${file}.new`;
    await rm(linked, { force: true });
    await link(this.#lastGoodFile, linked);
    await rename(linked, file);
    // A rename leaves both names if they are of one file.
    await rm(linked, { force: true });
    await dateFile(file, servedAt);
    return true;
  }

  /** Removes all but the latest ones, and those that Envoys have. Rejects with an EarlierTableError. */
  async removeOthers(inUse: ReadonlySet<Digest>): Promise<void> {
    if (performance.now() < this.#removesFrom) return;
    try {
      const kept = await this.#list();
      const others = kept.filter((table, index) => index >= maxEarlierTables && !inUse.has(table));
      await Promise.all(others.map((table) => rm(this.fileOf(table), { force: true })));
    } catch (error) {
      throw new EarlierTableError(`Earlier tables in ${this.#names.folder} cannot be removed`, error);
    }
  }

  /** The latest first. */
  async #list(): Promise<readonly Digest[]> {
    const { folder, start, end } = this.#names;
    const names = (await readdir(folder)).filter((name) => name.startsWith(start) && name.endsWith(end));
    const tables = names.map((name) => `sha256:${name.slice(start.length, -end.length)}`).filter(isDigest);
    const dated = await Promise.all(
      tables.map(async (table) => [table, (await stat(this.fileOf(table))).mtimeMs] as const),
    );
    return dated.toSorted((one, other) => other[1] - one[1]).map(([table]) => table);
  }

  get #names() {
    const end = extname(this.#lastGoodFile);
    const name = basename(this.#lastGoodFile, end).replace('last-good.', 'earlier.');
    return { folder: dirname(this.#lastGoodFile), start: `${name}.`, end };
  }
}

/** Gives a file the time at which its table was served, by which the latest are kept: they are not written in that order. */
function dateFile(file: string, servedAt: number): Promise<void> {
  return utimes(file, servedAt / 1000, servedAt / 1000);
}
