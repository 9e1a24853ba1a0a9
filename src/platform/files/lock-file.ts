import { closeSync, openSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process has locked the file for too long; the message names the lock file. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError';
  /** The path of the lock file. */
  readonly lock: string;

  constructor(lock: string) {
    super(`The lock file ${lock} exists.`);
    this.lock = lock;
  }
}

/** How long to wait for a lock, in milliseconds. Locks are usually released much earlier. */
const maxWait = 2000;
const pause = 10;

/**
 * Locks a file against other processes by a lock file next to it, FILE.lock, which is deleted when the lock is disposed
 * of. Rejects with a FileLockedError if another lock file remains for two seconds, such as after a process was killed,
 * and with the system's error if the lock file cannot be created.
 */
export async function lockFile(file: string): Promise<Disposable> {
  const lock = `${file}.lock`;
  for (let waited = 0; !createLock(lock); waited += pause) {
    // A stale lock is not deleted: if two processes did so, one could delete the new lock of the other.
    if (waited >= maxWait) throw new FileLockedError(lock);
    await delay(pause);
  }
  return { [Symbol.dispose]: () => rmSync(lock, { force: true }) };
}

/** Returns whether the lock was free. */
function createLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
