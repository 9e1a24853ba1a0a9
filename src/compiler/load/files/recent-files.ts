/** Characters of the files that are kept; a parsed file is several times as large as its text. */
const maxKept = 16 * 1024 ** 2;

interface File {
  readonly path: string;
  readonly text: string;
}

/** The files that were used last. The others can be read or parsed again. */
export class RecentFiles<Kept extends File> {
  readonly #files = new Map<string, Kept>();
  #size = 0;

  get(path: string): Kept | undefined {
    const file = this.#files.get(path);
    if (!file) return undefined;
    // The files of a map are in the order in which they were added, the one used last at the end.
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  add(file: Kept): Kept {
    this.#size += file.text.length - (this.#files.get(file.path)?.text.length ?? 0);
    this.#files.set(file.path, file);
    for (const path of this.#files.keys()) {
      if (this.#size <= maxKept || path === file.path) break;
      this.drop(path);
    }
    return file;
  }

  drop(path: string): void {
    this.#size -= this.#files.get(path)?.text.length ?? 0;
    this.#files.delete(path);
  }
}
