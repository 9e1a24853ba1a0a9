import type { SourceFile } from '../../workspace/source-file.ts';

/** Characters of the files that are kept parsed; a parsed file is several times as large as its text. */
const maxKept = 16 * 1024 ** 2;

/** The files that were parsed last. The others can be parsed again from their texts. */
export class ParsedFiles {
  readonly #files = new Map<string, SourceFile>();
  #size = 0;

  get(path: string): SourceFile | undefined {
    const file = this.#files.get(path);
    if (!file) return undefined;
    // The files of a map are in the order in which they were added, the one used last at the end.
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  add(file: SourceFile): SourceFile {
    this.#size += file.text.length - (this.#files.get(file.path)?.text.length ?? 0);
    this.#files.set(file.path, file);
    for (const [path, { text }] of this.#files) {
      if (this.#size <= maxKept || path === file.path) break;
      this.#files.delete(path);
      this.#size -= text.length;
    }
    return file;
  }
}
