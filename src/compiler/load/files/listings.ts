import { fitsGlob } from '../../../source/fits-glob.ts';
import type { SourceTree } from '../../../source/source-tree.ts';

/** The paths at which files may have changed, a folder's for all that is below it; or that any may have. */
export type Changes = ReadonlySet<string> | 'all';

/** More changes than this are found sooner by looking at everything. */
const maxPatched = 500;

interface Listing {
  readonly patterns: readonly string[];
  readonly paths: readonly string[];
}

/** What globs have found, kept while no file appears or goes. */
export class Listings {
  readonly #kept = new Map<string, Listing>();

  async list(tree: SourceTree, patterns: readonly string[]): Promise<readonly string[]> {
    const key = JSON.stringify(patterns);
    const known = this.#kept.get(key);
    if (known) return known.paths;
    const paths = await tree.list(patterns);
    this.#kept.set(key, { patterns, paths });
    return paths;
  }

  /** Updates the listings by some changes, or clears them where there are too many or only a glob can find them. */
  async forget(changes: Changes, tree: SourceTree): Promise<void> {
    if (this.#kept.size === 0) return;
    const present = changes === 'all' ? undefined : await findPresent(changes, tree);
    if (!present) return this.#kept.clear();
    for (const [key, listing] of this.#kept) this.#kept.set(key, update(listing, present));
  }
}

/** Whether each path is a file that globs may find; undefined where that is unknown for one. */
async function findPresent(
  changes: ReadonlySet<string>,
  tree: SourceTree,
): Promise<ReadonlyMap<string, boolean> | undefined> {
  if (!tree.has || changes.size > maxPatched) return undefined;
  const present = new Map<string, boolean>();
  for (const path of changes) {
    const isThere = await tree.has(path);
    if (isThere === undefined) return undefined;
    present.set(path, isThere);
  }
  return present;
}

function update(listing: Listing, present: ReadonlyMap<string, boolean>): Listing {
  const { patterns, paths } = listing;
  const listed = new Set(paths);
  const fits = (path: string) => patterns.some((pattern) => fitsGlob(path, pattern));
  const added = [...present].filter(([path, isThere]) => isThere && !listed.has(path) && fits(path));
  const isGone = [...present].some(([path, isThere]) => !isThere || !listed.has(path));
  if (added.length === 0 && !isGone) return listing;
  // A file takes the place of a folder that was there, so that nothing below it is left.
  const kept = paths.filter((path) => present.get(path) ?? !isAtOrBelow(path, present));
  return { patterns, paths: [...kept, ...added.map(([path]) => path)].toSorted() };
}

/** Whether a path, or a folder that it is in, is among some. */
export function isAtOrBelow(path: string, some: { has(path: string): boolean }): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (some.has(path.slice(0, end))) return true;
  }
  return false;
}
