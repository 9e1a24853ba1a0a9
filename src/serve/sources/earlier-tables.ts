import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isDigest, type Digest } from '../../compiled/digest.ts';
import { nodeLifetimeMs } from '../control-plane/poll-times.ts';

/** How many of these tables are kept, besides those that Envoys have. */
const maxTables = 10;

/**
 * The files of tables that were the last good one, for Envoys that still have them. Each is the very file that was kept as
 * the last good table, under a name of its own beside it.
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

  /** Keeps the table that is the last good one now, and only the latest of the others, and those that Envoys have. Rejects with the system's error. */
  async keep(table: Digest, inUse: ReadonlySet<Digest>): Promise<void> {
    const file = this.fileOf(table);
    const written = `${file}.new`;
    await rm(written, { force: true });
    await link(this.#lastGoodFile, written);
    await rename(written, file);
    // A rename leaves both names if they are of one file.
    await rm(written, { force: true });
    if (performance.now() < this.#removesFrom) return;
    const kept = await this.#list();
    const superfluous = kept.filter((other, index) => index >= maxTables && !inUse.has(other));
    await Promise.all(superfluous.map((other) => rm(this.fileOf(other), { force: true })));
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
