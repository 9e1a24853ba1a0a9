import { readdirSync, readFileSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';

/** An answer that took longer was not in memory, in milliseconds. */
const slowMs = 2;

/** So many calls go by the slower way before the quicker one is tried again. */
const patientCalls = 1000;

/**
 * Reads files at the pace of their disk. What the system has in memory it gives at once, and to wait for that costs
 * five times what it takes; where an answer takes long, many are waited for at a time. All calls throw, or reject, with
 * the system's error.
 */
export class PacedFiles {
  #patient = 0;

  /** The path without links. */
  realpath(path: string): string | Promise<string> {
    return this.#call(realpathNow, (one) => realpath(one), path);
  }

  /** What a link leads to. */
  stat(path: string): Stats | Promise<Stats> {
    return this.#call(statNow, (one) => stat(one), path);
  }

  read(path: string): Uint8Array | Promise<Uint8Array> {
    return this.#call(readNow, readLater, path);
  }

  entries(folder: string): readonly Dirent[] | Promise<readonly Dirent[]> {
    return this.#call(entriesNow, entriesLater, folder);
  }

  #call<Answer>(
    now: (path: string) => Answer,
    later: (path: string) => Promise<Answer>,
    path: string,
  ): Answer | Promise<Answer> {
    if (this.#patient > 0) {
      this.#patient -= 1;
      return later(path);
    }
    const begun = performance.now();
    try {
      return now(path);
    } finally {
      if (performance.now() - begun > slowMs) this.#patient = patientCalls;
    }
  }
}

function realpathNow(path: string): string {
  return realpathSync.native(path);
}

function statNow(path: string): Stats {
  return statSync(path);
}

function readNow(path: string): Uint8Array {
  return readFileSync(path);
}

function readLater(path: string): Promise<Uint8Array> {
  return readFile(path);
}

function entriesNow(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function entriesLater(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true });
}
