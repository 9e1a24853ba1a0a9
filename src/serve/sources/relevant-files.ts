import { isAbsolute, relative, sep } from 'node:path';
import type { Sources } from '#compiler/workspace/sources.ts';
import { listSecretFiles } from './read-secrets.ts';
import type { SourceReading } from './source-reading.ts';

/** Above this number the sources are read again, instead of keeping more of them. */
const maxSkipped = 1000;

/** Which files of the sources' folder a reload depends on, so that a log next to them does not cause one. */
export class RelevantFiles {
  readonly #root: string;
  #sources: Pick<Sources, 'covers'> | undefined;
  #secretFiles: ReadonlySet<string> = new Set();
  /** Changes that did not matter for the last reading; the next one may depend on them. */
  readonly #passedOver = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Uses the last reading; returns whether a change that was skipped before matters now. */
  follow(reading: SourceReading): boolean {
    this.#sources = (reading.ok ? reading.sources : reading.failure.sources) ?? this.#sources;
    if (reading.ok) this.#secretFiles = listSecretFiles(reading.references, this.#root);
    const passedOver = [...this.#passedOver];
    this.#passedOver.clear();
    return passedOver.some((path) => this.#matters(path));
  }

  /** Whether a change of the file, an absolute path, can matter. Before anything was read, any can. */
  has(path: string): boolean {
    if (this.#matters(path) || this.#passedOver.size >= maxSkipped) return true;
    this.#passedOver.add(path);
    return false;
  }

  /** All files that contain secrets, absolute. */
  secretFiles(): ReadonlySet<string> {
    return this.#secretFiles;
  }

  /** The files outside of the folder that matter. */
  filesOutside(): readonly string[] {
    return [...this.#secretFiles].filter((path) => {
      const inside = relative(this.#root, path);
      return isAbsolute(inside) || inside.split(sep)[0] === '..';
    });
  }

  #matters(path: string): boolean {
    if (!this.#sources || this.#secretFiles.has(path)) return true;
    return this.#sources.covers(relative(this.#root, path).split(sep).join('/'));
  }
}
