import { isAbsolute, relative, sep } from 'node:path';
import type { Sources } from '#compiler/workspace/sources.ts';
import { listSecretFiles } from './read-secrets.ts';
import type { SourceReading } from './source-reading.ts';

/** How many skipped changes are remembered. Above that, any change causes a reload. */
const maxSkipped = 1000;

/**
 * Decides which files in the sources' folder a reload depends on, so that a log file next to them does not cause one.
 */
export class RelevantFiles {
  readonly #root: string;
  #sources: Pick<Sources, 'covers'> | undefined;
  #secretFiles: ReadonlySet<string> = new Set();
  /** Changed files that the last reading did not depend on. The next one may. */
  readonly #passedOver = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Uses the last reading. Returns whether it depends on a file whose change was skipped before. */
  follow(reading: SourceReading): boolean {
    this.#sources = (reading.ok ? reading.sources : reading.failure.sources) ?? this.#sources;
    if (reading.ok) this.#secretFiles = listSecretFiles(reading.references, this.#root);
    const passedOver = [...this.#passedOver];
    this.#passedOver.clear();
    return passedOver.some((path) => this.#matters(path));
  }

  /**
   * Whether a change of the file, an absolute path, can affect the reading. Before the first reading, any change can.
   */
  has(path: string): boolean {
    if (this.#matters(path) || this.#passedOver.size >= maxSkipped) return true;
    this.#passedOver.add(path);
    return false;
  }

  /** The absolute paths of all files that contain secrets. */
  secretFiles(): ReadonlySet<string> {
    return this.#secretFiles;
  }

  /** The absolute paths of the secret files outside the folder. */
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
