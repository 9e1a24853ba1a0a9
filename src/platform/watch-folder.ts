import { watch } from 'chokidar';
import { basename, resolve } from 'node:path';

/** A folder that is being watched. */
export interface FolderWatch {
  /** Watches these files too, absolute paths that need not be below the folder, nor exist. */
  add(files: readonly string[]): void;
  close(): Promise<void>;
}

export interface FolderWatchOptions {
  readonly folder: string;
  /** Folders whose content is of no interest, beside those of packages, of git and of Gatewright itself. */
  readonly ignored: readonly string[];
  /** Whether a change of this file, an absolute path, is worth a call. */
  readonly isRelevant: (path: string) => boolean;
  /** Called once after some changes that follow each other closely. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

const ignoredNames: ReadonlySet<string> = new Set(['node_modules', '.git', '.gatewright']);

/** Long enough for all writes of one save or one checkout to belong together, short enough to feel immediate. */
const quietMs = 100;

/** Watches a folder and everything below; resolves once no change can be missed any more. */
export async function watchFolder({
  folder,
  ignored,
  isRelevant,
  changed,
  failed,
}: FolderWatchOptions): Promise<FolderWatch> {
  const ignoredPaths = new Set(ignored.map((path) => resolve(path)));
  const isIgnored = (path: string) => ignoredNames.has(basename(path)) || ignoredPaths.has(resolve(path));
  const watcher = watch(folder, { ignoreInitial: true, ignored: isIgnored });
  const settled = callWhenQuiet(changed);
  watcher.on('error', failed).on('all', (event, path) => {
    if (!event.endsWith('Dir') && isRelevant(resolve(path))) settled.call();
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return {
    add: (files) => void (watcher.closed || watcher.add([...files])),
    close: () => {
      settled.cancel();
      return watcher.close();
    },
  };
}

function callWhenQuiet(callback: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => clearTimeout(timer);
  const call = () => {
    cancel();
    timer = setTimeout(callback, quietMs);
  };
  return { call, cancel };
}
