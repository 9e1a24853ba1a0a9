import { lstatSync, readdirSync, realpathSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { PacedFiles } from './paced-files.ts';

/** What is told of a tree of folders; all paths are absolute. */
export interface TreeEvents {
  readonly isIgnored: (path: string) => boolean;
  /** A file may have appeared or changed, or is no longer there. */
  readonly noted: (path: string, isThere: boolean) => void;
  /** A link was found that leads to no folder; what it leads to is not watched. */
  readonly foundLink: (path: string) => void;
  /** Changes may be missed from now on. */
  readonly failed: (error: unknown) => void;
}

interface Folder {
  readonly watcher: FSWatcher | undefined;
  readonly inode: number | undefined;
  readonly files: Set<string>;
  readonly folders: Set<string>;
}

/** A name in a folder. */
type Entry = Pick<Stats, 'isDirectory' | 'isSymbolicLink'> & { readonly name: string };

/** How often a folder is looked for that is gone with all that is below it, in milliseconds. */
const lookForRootEveryMs = 1000;

/**
 * Watches a folder and every folder below it by the system's own means, each by itself, as Linux does, those too that
 * links lead to. It looks at names and not at files, so that ten thousand folders take a fraction of a second.
 */
export class TreeWatch implements Disposable {
  readonly #root: string;
  readonly #events: TreeEvents;
  readonly #folders = new Map<string, Folder>();
  /** Codes of errors that were told: what goes wrong in one folder does so in the next ones. */
  readonly #told = new Set<unknown>();
  #above: FSWatcher | undefined;
  #looking: NodeJS.Timeout | undefined;

  private constructor(root: string, events: TreeEvents) {
    this.#root = root;
    this.#events = events;
  }

  /** Resolves once everything is watched; of what is there then, only the links are told. */
  static async open(root: string, events: TreeEvents): Promise<TreeWatch> {
    const tree = new TreeWatch(root, events);
    tree.#above = tree.#watchAbove();
    if (!(await tree.#enterFirst(root, new PacedFiles()))) tree.#lookForRoot();
    return tree;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
    this.#above?.close();
    for (const { watcher } of this.#folders.values()) watcher?.close();
    this.#folders.clear();
  }

  #enterRoot(): void {
    clearInterval(this.#looking);
    this.#above?.close();
    this.#above = this.#watchAbove();
    if (!this.#enter(this.#root)) this.#lookForRoot();
  }

  #lookForRoot(): void {
    this.#looking = setInterval(() => isThere(this.#root) && this.#enterRoot(), lookForRootEveryMs);
    this.#looking.unref();
  }

  /** The folder above tells that another one has taken the root's place. */
  #watchAbove(): FSWatcher | undefined {
    const [above, name] = [dirname(this.#root), basename(this.#root)];
    if (above === this.#root) return undefined;
    const seen = (_event: string, changed: string | null) => {
      if (changed === null || changed === name) this.#replaceRoot();
    };
    return this.#tryToWatch(above, seen, () => undefined);
  }

  #replaceRoot(): void {
    this.#leave(this.#root);
    this.#enterRoot();
  }

  /** Watches a folder and those below, which are all new; false where it is not there. */
  #enter(path: string): boolean {
    const folder = this.#watchFolder(path);
    try {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const below = this.#take(folder, path, entry, true);
        if (below !== undefined) this.#enter(below);
      }
      return true;
    } catch (error) {
      return this.#giveUp(path, error);
    }
  }

  /** As `enter`, without telling what is there, and while other things happen. */
  async #enterFirst(path: string, files: PacedFiles): Promise<boolean> {
    const folder = this.#watchFolder(path);
    try {
      const entries = await files.entries(path);
      // Whatever was seen meanwhile is known better than by what was read.
      const isLeft = this.#folders.get(path) !== folder;
      const unseen = isLeft ? [] : entries.filter(({ name }) => !isIn(folder, name));
      const below = unseen.flatMap((entry) => this.#take(folder, path, entry, false) ?? []);
      await Promise.all(below.map((one) => this.#enterFirst(one, files)));
      return true;
    } catch (error) {
      return this.#giveUp(path, error);
    }
  }

  /** What comes after the names in a folder were read is seen, as it is watched by then. */
  #watchFolder(path: string): Folder {
    const seen = (event: string, name: string | null) => this.#seen(path, event, name);
    const watcher = this.#tryToWatch(path, seen, this.#tell);
    const folder = { watcher, inode: inodeOf(path), files: new Set<string>(), folders: new Set<string>() };
    this.#folders.set(path, folder);
    return folder;
  }

  /** Of a folder that cannot be read; whether it is there. */
  #giveUp(path: string, error: unknown): boolean {
    this.#tell(error);
    if (!isMissing(error)) return true;
    this.#leave(path);
    return false;
  }

  /** Takes note of what stands in a folder; gives the path where that is a folder, which is to be entered. */
  #take(folder: Folder, parent: string, entry: Entry, isNew: boolean): string | undefined {
    const path = join(parent, entry.name);
    if (this.#events.isIgnored(path)) return undefined;
    const isLink = entry.isSymbolicLink();
    if (entry.isDirectory() || (isLink && this.#leadsDown(path))) {
      folder.folders.add(entry.name);
      return path;
    }
    folder.files.add(entry.name);
    if (isLink && !statOf(path, statSync)?.isDirectory()) this.#events.foundLink(path);
    if (isNew) this.#events.noted(path, true);
    return undefined;
  }

  /** Whether a link leads to a folder, and to none of those that it is in, which would have no end. */
  #leadsDown(link: string): boolean {
    try {
      if (!statSync(link).isDirectory()) return false;
      const target = `${realpathSync(link)}${sep}`;
      for (let above = dirname(link); above.length >= this.#root.length; above = dirname(above)) {
        if (`${realpathSync(above)}${sep}`.startsWith(target)) return false;
        if (above === dirname(above)) break;
      }
      return true;
    } catch {
      return false;
    }
  }

  #leave(path: string): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    this.#folders.delete(path);
    folder.watcher?.close();
    for (const name of folder.files) this.#events.noted(join(path, name), false);
    for (const name of folder.folders) this.#leave(join(path, name));
  }

  #seen(parent: string, event: string, name: string | null): void {
    const folder = this.#folders.get(parent);
    if (!folder) return;
    if (name === null) return this.#replaceRoot();
    const path = join(parent, name);
    if (this.#events.isIgnored(path)) return;
    if (event === 'change' && folder.files.has(name)) return this.#events.noted(path, true);
    const isKnown = isIn(folder, name);
    this.#look(folder, parent, name);
    // A folder says by a name that is not in it that it goes itself; where a link leads to it nobody else says so.
    if (!isKnown && !isThere(path) && inodeOf(parent) !== folder.inode) this.#lookAgain(parent);
  }

  #lookAgain(path: string): void {
    const above = this.#folders.get(dirname(path));
    if (path === this.#root || !above) this.#replaceRoot();
    else this.#look(above, dirname(path), basename(path));
  }

  #look(folder: Folder, parent: string, name: string): void {
    const path = join(parent, name);
    const stats = statOf(path);
    // Even where there is a folder again: it may be another one.
    if (folder.folders.delete(name)) this.#leave(path);
    const wasFile = folder.files.delete(name);
    const below = stats && this.#take(folder, parent, Object.assign(stats, { name }), true);
    if (below !== undefined) this.#enter(below);
    if (!stats || (wasFile && below !== undefined)) this.#events.noted(path, false);
  }

  #tryToWatch(
    path: string,
    seen: (event: string, name: string | null) => void,
    failed: (error: unknown) => void,
  ): FSWatcher | undefined {
    try {
      return watch(path, seen).on('error', failed);
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  readonly #tell = (error: unknown): void => {
    const { code } = error as NodeJS.ErrnoException;
    // That it is gone, the folder above tells.
    if (isMissing(error) || this.#told.has(code)) return;
    this.#told.add(code);
    this.#events.failed(error);
  };
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function statOf(path: string, stat: (path: string) => Stats = lstatSync): Stats | undefined {
  try {
    return stat(path);
  } catch {
    return undefined;
  }
}

/** Of what links lead to. */
function inodeOf(path: string): number | undefined {
  return statOf(path, statSync)?.ino;
}

function isIn({ files, folders }: Folder, name: string): boolean {
  return files.has(name) || folders.has(name);
}

function isThere(path: string): boolean {
  return statOf(path) !== undefined;
}
