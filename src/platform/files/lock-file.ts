import { closeSync, openSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A file that another process has locked for too long; the message names its lock. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError';
  /** The path of the lock file. */
  readonly lock: string;

  constructor(lock: string) {
    super(`The lock file ${lock} exists.`);
    this.lock = lock;
  }
}

/** In milliseconds: a lock is held for much less than this. */
const maxWait = 2000;
const pause = 10;

/**
 * Locks a file against other processes by a lock file next to it, FILE.lock, which is deleted when the lock is
 * disposed of. Rejects with a FileLockedError if another lock file remains for two seconds, such as that of a process
 * that was killed, and with the system's error if it cannot be created.
 */
export async function lockFile(file: string): Promise<Disposable> {
  const lock = `${file}.lock`;
  for (let waited = 0; !createLock(lock); waited += pause) {
    // It is not deleted here: of two processes that do so, one could delete the new lock of the other.
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
