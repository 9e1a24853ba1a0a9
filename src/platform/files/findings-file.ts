import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Digest, digestOf } from '../../compiled/digest.ts';
import { isJsonObject } from '../../compiled/json.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { makePrivateFolder } from './private-files.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** Definitions whose findings are kept, far more than are served together; beyond, the oldest are forgotten. */
const maxKept = 100_000;

type Findings = Map<Digest, readonly Diagnostic[]>;

/** What was found in definitions, in a file that one version of the program leaves to its next run. */
export class FindingsFile {
  readonly #file: string;
  readonly #engine: string;
  readonly #before: Findings;
  /** What this run has asked for or found. */
  readonly #now: Findings = new Map();
  /** How many the file holds. */
  #saved: number;
  #isNew = false;

  private constructor(file: string, engine: string, before: Findings) {
    this.#file = file;
    this.#engine = engine;
    this.#before = before;
    this.#saved = before.size;
  }

  /** A file that is not there, that is damaged or of another version knows nothing. */
  static async open(file: string, engine: string): Promise<FindingsFile> {
    return new FindingsFile(file, engine, await readFindings(file, engine));
  }

  recall(key: Digest): readonly Diagnostic[] | undefined {
    const found = this.#now.get(key) ?? this.#before.get(key);
    if (found) this.#now.set(key, found);
    return found;
  }

  keep(key: Digest, found: readonly Diagnostic[]): void {
    this.#now.set(key, found);
    this.#isNew = true;
    const oldest = this.#now.size > maxKept ? this.#now.keys().next().value : undefined;
    if (oldest !== undefined) this.#now.delete(oldest);
  }

  /**
   * Writes what this run has asked for or found, where the file does not hold just that. Rejects with the system's
   * error, which costs the next run nothing but time.
   */
  async save(): Promise<void> {
    if (!this.#isNew && this.#now.size === this.#saved) return;
    this.#saved = this.#now.size;
    this.#isNew = false;
    const json = JSON.stringify({ engine: this.#engine, findings: Object.fromEntries(this.#now) });
    await makePrivateFolder(dirname(this.#file));
    await writeFileAtomically(this.#file, `${digestOf(json)}\n${json}`, 0o600);
  }
}

/** The first line is the digest of the rest. */
async function readFindings(file: string, engine: string): Promise<Findings> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const end = text.indexOf('\n');
  const json = text.slice(end + 1);
  if (end === -1 || digestOf(json) !== text.slice(0, end)) return new Map();
  const kept: unknown = JSON.parse(json);
  if (!isJsonObject(kept) || kept['engine'] !== engine) return new Map();
  // The digest says that it was written whole, and the engine that it was by a program of this version.
  return new Map(Object.entries(kept['findings'] ?? {})) as ReadonlyMap<string, unknown> as Findings;
}
