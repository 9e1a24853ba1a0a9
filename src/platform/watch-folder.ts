import { watch, type FSWatcher } from 'chokidar';
import { basename, resolve } from 'node:path';
import { TreeWatch, type TreeEvents } from './watch-tree.ts';

/** A folder that is being watched. */
export interface FolderWatch {
  /** Watches these files too, absolute paths that need not be below the folder, nor exist. */
  add(files: readonly string[]): void;
  /** Whether something relevant has changed that `changed` was not called for yet. */
  readonly isSettling: boolean;
  close(): Promise<void>;
}

/** Absolute paths; `all` where it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'all';

export interface FolderWatchOptions {
  readonly folder: string;
  /** Folders whose content is of no interest, beside those of packages, of git and of Gatewright itself. */
  readonly ignored: readonly string[];
  /** Whether a change of this file, an absolute path, is worth a call. */
  readonly isRelevant: (path: string) => boolean;
  /** Called once after some changes that follow each other closely, with the absolute paths of all that have changed. */
  readonly changed: (files: ChangedFiles) => void;
  readonly failed: (error: unknown) => void;
}

const ignoredNames: ReadonlySet<string> = new Set(['node_modules', '.git', '.gatewright']);

/** After the save of one file: long enough for an editor to write all of it. */
const quietMs = 20;

/** After changes of several files, as a checkout makes them, or where one has gone that may come again: long enough. */
const longQuietMs = 100;

/** Watches a folder and everything below; resolves once no change can be missed any more. */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatch> {
  const { ignored, isRelevant, changed, failed } = options;
  const folder = resolve(options.folder);
  const ignoredPaths = new Set(ignored.map((path) => resolve(path)));
  const isIgnored = (path: string) => ignoredNames.has(basename(path)) || ignoredPaths.has(path);
  const settled = new QuietChanges(changed);
  const noted = (path: string, isThere: boolean) => settled.note(path, isRelevant(path), isThere);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => settled.cancel());
  const open = (ignoreInitial: boolean) =>
    opened.adopt(new Paths({ isIgnored, noted, failed }, ignoreInitial), (paths) => paths.close());
  const [known, found] = [open(true), open(false)];
  // Elsewhere one folder cannot be watched as cheaply by itself.
  if (process.platform === 'linux')
    opened.use(await watchTree(folder, known, found, { isIgnored, noted, failed }));
  else known.add([folder]);
  await known.ready();
  const resources = opened.move();
  return {
    add: (files) => known.add(files),
    get isSettling() {
      return settled.isWaiting;
    },
    close: () => resources.disposeAsync(),
  };
}

/** Watches the folders by themselves; of a link that appears later, everything is told that it leads to. */
async function watchTree(folder: string, known: Paths, found: Paths, events: PathEvents): Promise<TreeWatch> {
  let links = known;
  const tree = await TreeWatch.open(folder, { ...events, foundLink: (path) => links.add([path]) });
  links = found;
  return tree;
}

type PathEvents = Omit<TreeEvents, 'foundLink'>;

/** Watches some paths wherever they lead to, one by one. */
class Paths {
  readonly #events: PathEvents;
  readonly #ignoreInitial: boolean;
  #watcher: FSWatcher | undefined;
  #ready: Promise<void> | undefined;

  constructor(events: PathEvents, ignoreInitial: boolean) {
    this.#events = events;
    this.#ignoreInitial = ignoreInitial;
  }

  add(paths: readonly string[]): void {
    if (paths.length === 0 || this.#watcher?.closed) return;
    this.#watcher ??= this.#open();
    // One that is known may lead elsewhere now.
    this.#watcher.unwatch([...paths]).add([...paths]);
  }

  /** Resolves once no change can be missed of what was added first. */
  async ready(): Promise<void> {
    await this.#ready;
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  #open(): FSWatcher {
    const { isIgnored, noted, failed } = this.#events;
    const ignored = (path: string) => isIgnored(resolve(path));
    const watcher = watch([], { ignoreInitial: this.#ignoreInitial, ignored });
    watcher.on('error', failed).on('all', (event, path) => {
      if (!event.endsWith('Dir')) noted(resolve(path), event !== 'unlink');
    });
    this.#ready = new Promise((ready) => watcher.once('ready', ready));
    return watcher;
  }
}

/** So many changed files are kept apart. */
const mostChanged = 10_000;

/** Gathers changes until nothing more happens for a while. */
class QuietChanges {
  readonly #callback: (files: ChangedFiles) => void;
  #timer: NodeJS.Timeout | undefined;
  #files = new Set<string>();
  #relevant = new Set<string>();

  constructor(callback: (files: ChangedFiles) => void) {
    this.#callback = callback;
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  note(file: string, isRelevant: boolean, isThere: boolean): void {
    if (this.#files.size < mostChanged) this.#files.add(file);
    if (!isRelevant) return;
    this.#relevant.add(file);
    this.cancel();
    const isOneSave = isThere && this.#relevant.size === 1;
    this.#timer = setTimeout(() => this.#call(), isOneSave ? quietMs : longQuietMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #call(): void {
    const files = this.#files.size < mostChanged ? this.#files : 'all';
    this.#files = new Set();
    this.#relevant = new Set();
    this.#timer = undefined;
    this.#callback(files);
  }
}
