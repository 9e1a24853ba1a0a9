import { unwatchFile, watchFile, type StatsListener } from 'node:fs';

/** Some files that are being watched, wherever they are. */
export interface FilesWatch extends Disposable {
  /** Watches these in place of those before; absolute paths, which need not exist. */
  follow(files: Iterable<string>): void;
}

/** How often a file is looked at, in milliseconds. */
const defaultIntervalMs = 1000;

/** So long after a change others are waited for, in milliseconds: a key and its certificate are two files. */
const quietMs = 200;

/**
 * Calls `changed` when one of some files changes, once those that change with it are written. The files are looked at
 * again and again, so that it works through links that come to lead to another file, as secrets in a container do, and
 * on file systems of other machines.
 */
export function watchFiles(changed: () => void, interval = defaultIntervalMs): FilesWatch {
  const watched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs).unref();
  };
  // Of its own, so that whoever else watches the same file goes on when this one ends.
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
