import { unwatchFile, watchFile, type StatsListener } from 'node:fs';

/** A watch on some files, in any folders. */
export interface FilesWatch extends Disposable {
  /** Watches these files instead of the previous ones: absolute paths, which need not exist. */
  follow(files: Iterable<string>): void;
}

/** How often a file is checked, in milliseconds. */
const defaultIntervalMs = 1000;

/** How long to wait for other changes after one, in milliseconds: a key and its certificate are two files. */
const quietMs = 200;

/**
 * Calls `changed` when a watched file has changed, once related changes are written. Polls the files, so that it also
 * works for links whose target changes, as for secrets in a container, and on network file systems.
 */
export function watchFiles(changed: () => void, interval = defaultIntervalMs): FilesWatch {
  const watched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs).unref();
  };
  // A listener of its own, so that other watchers of the same file continue when this one ends.
  const listener: StatsListener = (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) note();
  };
  const leave = (file: string) => {
    watched.delete(file);
    unwatchFile(file, listener);
  };
  const follow = (files: Iterable<string>) => {
    const wanted = new Set(files);
    for (const file of watched) if (!wanted.has(file)) leave(file);
    for (const file of wanted) {
      if (!watched.has(file)) watchFile(file, { interval, persistent: false }, listener);
      watched.add(file);
    }
  };
  const dispose = () => {
    clearTimeout(timer);
    follow([]);
  };
  return { follow, [Symbol.dispose]: dispose };
}
