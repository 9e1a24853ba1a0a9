import { fitsGlob } from '#source/fits-glob.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { type BuildStore, ResultKind, type Results } from '#compiler/workspace/build-store.ts';
import type { SourceFile } from '#compiler/workspace/source-file.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { isSameText, isUnsure, type ReadText } from './read-text.ts';

/**
 * The paths at which files may have changed, where a folder includes everything below it; `all` if any file may have
 * changed.
 */
export type Changes = ReadonlySet<string> | 'all';

/** The texts of files by path; they also depend on the size limit. */
const texts = new ResultKind<string, ReadText>('load');
/** The paths that globs match, by the globs. */
const listings = new ResultKind<string, readonly string[]>('load');
/** The last parsed state of a file without syntax errors, by path. */
const parsedFiles = new ResultKind<string, SourceFile>('load');

/** The maximum number of changes that are applied one by one; for more, listing all files again is faster. */
const mostPatched = 500;

/**
 * The texts and listings of earlier loads. If a text is unchanged when it is read again, it remains the same object.
 */
export class FileCache {
  readonly #texts: Results<string, ReadText>;
  readonly #listings: Results<string, readonly string[]>;
  readonly #parsed: Results<string, SourceFile>;
  readonly #edited: ReadonlySet<string>;

  /** The parsed form of `edited` files is also cached: they change often and little. */
  constructor(store: BuildStore, edited: ReadonlySet<string> = new Set()) {
    this.#texts = store.of(texts);
    this.#parsed = store.of(parsedFiles);
    this.#edited = edited;
    // Marks the last states as used: an unchanged file is not parsed, but its last state is needed once it changes.
    for (const path of edited) this.#parsed.find(path);
    this.#listings = store.of(listings);
  }

  /** Discards the cached results for files that may have changed since the last load. */
  async expire(changes: Changes, tree: SourceTree): Promise<void> {
    const isSome = changes !== 'all' && [...changes].every((path) => this.#isFile(path));
    for (const path of isSome ? changes : this.#texts.keys()) {
      if (isSome || changes === 'all' || isAtOrBelow(path, changes)) this.#texts.expire(path);
    }
    await this.#updateListings(changes, tree);
  }

  #isFile(path: string): boolean {
    const text = this.#texts.last(path);
    return text !== undefined && 'text' in text;
  }

  async #updateListings(changes: Changes, tree: SourceTree): Promise<void> {
    if (this.#listings.size === 0) return;
    const present = changes === 'all' ? undefined : await findPresent(changes, tree);
    for (const key of this.#listings.keys()) {
      if (present) this.#listings.revise(key, (paths) => updateListing(patternsOf(key), paths, present));
      else this.#listings.expire(key);
    }
  }

  async list(tree: SourceTree, patterns: readonly string[]): Promise<readonly string[]> {
    const key = JSON.stringify(patterns);
    return this.#listings.find(key) ?? this.#listings.set(key, undefined, await tree.list(patterns));
  }

  /** The cached text of a file; undefined if there is none, or if it may have changed. */
  text(path: string, maxBytes: number): ReadText | undefined {
    const text = this.#texts.find(path, maxBytes);
    return text && isUnsure(text) ? undefined : text;
  }

  /** Caches the text of a file; returns the cached object if the text is the same. */
  keep(path: string, maxBytes: number, read: ReadText): ReadText {
    const known = this.#texts.last(path);
    return this.#texts.set(path, maxBytes, known && isSameText(known, read) ? known : read);
  }

  /** Whether the parsed form of a file is cached. Its next state then shares the values that did not change. */
  isEdited(path: string): boolean {
    return this.#edited.has(path);
  }

  async parse(path: string, text: string): Promise<SourceFile> {
    if (!this.isEdited(path)) return parseSource(path, text);
    const file = await parseSource(path, text, this.#parsed.find(path));
    return file.problems.length > 0 ? file : this.#parsed.set(path, undefined, file);
  }
}

/** The patterns of a listing, which are its key. */
function patternsOf(key: string): readonly string[] {
  return JSON.parse(key) as readonly string[];
}

/** Whether each path is a file that globs may match; undefined if that is unknown for any path. */
async function findPresent(
  changes: ReadonlySet<string>,
  tree: SourceTree,
): Promise<ReadonlyMap<string, boolean> | undefined> {
  if (!tree.has || changes.size > mostPatched) return undefined;
  const present = new Map<string, boolean>();
  for (const path of changes) {
    const isThere = await tree.has(path);
    if (isThere === undefined) return undefined;
    present.set(path, isThere);
  }
  return present;
}

function updateListing(
  patterns: readonly string[],
  paths: readonly string[],
  present: ReadonlyMap<string, boolean>,
): readonly string[] {
  const listed = new Set(paths);
  const fits = (path: string) => patterns.some((pattern) => fitsGlob(path, pattern));
  const added = [...present].filter(([path, isThere]) => isThere && !listed.has(path) && fits(path));
  const isRemoved = [...present].some(([path, isThere]) => !isThere || !listed.has(path));
  if (added.length === 0 && !isRemoved) return paths;
  // If a file replaced a folder, nothing below the folder remains.
  const remaining = paths.filter((path) => present.get(path) ?? !isAtOrBelow(path, present));
  return [...remaining, ...added.map(([path]) => path)].toSorted();
}

/** Whether a list contains a path or one of its folders. */
function isAtOrBelow(path: string, some: { has(path: string): boolean }): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (some.has(path.slice(0, end))) return true;
  }
  return false;
}
