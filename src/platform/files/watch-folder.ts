import { watch } from 'chokidar';
import { basename, resolve } from 'node:path';
import { skippedNames } from '#source/fits-glob.ts';

/** A folder that is being watched. */
export interface FolderWatch {
  /** Also watches these files: absolute paths, which may be outside the folder and need not exist. */
  add(files: readonly string[]): void;
  /** Whether a relevant change has not been reported to `changed` yet. */
  readonly isSettling: boolean;
  close(): Promise<void>;
}

/** The absolute paths of changed files; `all` if there are too many to list. */
export type ChangedFiles = ReadonlySet<string> | 'all';

export interface FolderWatchOptions {
  readonly folder: string;
  /** Folders whose content is ignored, in addition to those of packages, of git and of Gatewright itself. */
  readonly ignored: readonly string[];
  /** Whether a change of this file, an absolute path, is reported. */
  readonly isRelevant: (path: string) => boolean;
  /** Called once for changes that follow each other closely, with the absolute paths of all changed files. */
  readonly changed: (files: ChangedFiles) => void;
  readonly failed: (error: unknown) => void;
}

/** How long to wait for further changes, in milliseconds, so that changes of several files are reported together. */
const quietMs = 100;

/** The longest delay of a report if changes never pause, in milliseconds. */
const maxWaitMs = 2000;

/** Watches a folder and everything below; resolves once no change can be missed. */
export async function watchFolder({
  folder,
  ignored,
  isRelevant,
  changed,
  failed,
}: FolderWatchOptions): Promise<FolderWatch> {
  const ignoredPaths = new Set(ignored.map((path) => resolve(path)));
  const isIgnored = (path: string) => skippedNames.has(basename(path)) || ignoredPaths.has(resolve(path));
  const watcher = watch(folder, { ignoreInitial: true, ignored: isIgnored });
  const quietChanges = new QuietChanges(changed);
  watcher.on('error', failed).on('all', (event, path) => {
    if (!event.endsWith('Dir')) quietChanges.note(resolve(path), isRelevant(resolve(path)));
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return {
    add: (files) => void (watcher.closed || watcher.add([...files])),
    get isSettling() {
      return quietChanges.isWaiting;
    },
    close: () => {
      quietChanges.cancel();
      return watcher.close();
    },
  };
}

/** The number of changed files from which on they are not listed. */
const maxChanged = 10_000;

/** Collects changes until no relevant one has followed for a while. */
class QuietChanges {
  readonly #callback: (files: ChangedFiles) => void;
  #timer: NodeJS.Timeout | undefined;
  #files = new Set<string>();
  #waitingSince: number | undefined;

  constructor(callback: (files: ChangedFiles) => void) {
    this.#callback = callback;
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  note(file: string, isRelevant: boolean): void {
    if (this.#files.size < maxChanged) this.#files.add(file);
    if (!isRelevant) return;
    this.cancel();
    const now = performance.now();
    this.#waitingSince ??= now;
    const left = Math.max(0, this.#waitingSince + maxWaitMs - now);
    this.#timer = setTimeout(() => this.#call(), Math.min(quietMs, left));
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #call(): void {
    const files = this.#files.size < maxChanged ? this.#files : 'all';
    this.#files = new Set();
    this.#waitingSince = undefined;
    this.#timer = undefined;
    this.#callback(files);
  }
}
