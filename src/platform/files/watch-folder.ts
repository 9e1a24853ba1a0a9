import { watch } from 'chokidar';
import { basename, resolve } from 'node:path';
import { skippedNames } from '#source/fits-glob.ts';

/** A folder that is being watched. */
export interface FolderWatch {
  /** Watches these files too, absolute paths that need not be below the folder, nor exist. */
  add(files: readonly string[]): void;
  /** Whether there is a relevant change that `changed` was not called for yet. */
  readonly isSettling: boolean;
  close(): Promise<void>;
}

/** Absolute paths; `all` if it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'all';

export interface FolderWatchOptions {
  readonly folder: string;
  /** Folders whose content is ignored, in addition to those of packages, of git and of Gatewright itself. */
  readonly ignored: readonly string[];
  /** Whether a change of this file, an absolute path, is reported. */
  readonly isRelevant: (path: string) => boolean;
  /** Called once after some changes that follow each other closely, with the absolute paths of all that have changed. */
  readonly changed: (files: ChangedFiles) => void;
  readonly failed: (error: unknown) => void;
}

/** Long enough for changes of several files to be reported together. */
const quietMs = 100;

/** Changes that never pause are passed on after this time. */
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

/** Up to this many changed files are listed separately. */
const maxChanged = 10_000;

/** Gathers changes until nothing more happens for a while. */
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
