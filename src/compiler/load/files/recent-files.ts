interface File {
  readonly path: string;
  readonly text: string;
}

/** A cache of the most recently used files; evicted ones can be read or parsed again. */
export class RecentFiles<Recent extends File> {
  readonly #files = new Map<string, Recent>();
  readonly #maxCharacters: number;
  #size = 0;

  /** The most recent file remains cached even if it exceeds the limit. */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(path: string): Recent | undefined {
    const file = this.#files.get(path);
    if (!file) return undefined;
    // A map iterates in insertion order, so this makes the file the most recent one.
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  add(file: Recent): Recent {
    this.#size += file.text.length - (this.#files.get(file.path)?.text.length ?? 0);
    this.#files.set(file.path, file);
    for (const path of this.#files.keys()) {
      if (this.#size <= this.#maxCharacters || path === file.path) break;
      this.drop(path);
    }
    return file;
  }

  drop(path: string): void {
    this.#size -= this.#files.get(path)?.text.length ?? 0;
    this.#files.delete(path);
  }
}
