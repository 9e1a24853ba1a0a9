import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { digestOf, type Digest } from '../../compiled/digest.ts';
import { BuildStore } from '../../compiler/workspace/build-store.ts';
import {
  filesWithoutDeclarations,
  rememberedDefinitions,
  type RememberedDefinition,
} from '../../compiler/workspace/remembered-definition.ts';
import { makePrivateFolder } from '../../platform/files/private-files.ts';
import { writeFileAtomically } from '../../platform/files/write-file-atomically.ts';

/** What a store knows by the digests of texts, by path. */
interface Saved {
  readonly withoutDeclarations: ReadonlyMap<string, Digest>;
  readonly definitions: ReadonlyMap<string, RememberedDefinition>;
}

/** What lint has found in definitions, in a file that one version of the program leaves to its next run. */
export class FindingsFile {
  readonly #file: string;
  readonly #engine: string;
  #saved: Saved = { withoutDeclarations: new Map(), definitions: new Map() };

  /** `engine` tells one version of the program from another. */
  constructor(file: string, engine: string) {
    this.#file = file;
    this.#engine = JSON.stringify({ engine, format: 2 });
  }

  /** A store that knows what is in the file: nothing if it is missing, damaged or of another version. */
  async open(): Promise<BuildStore> {
    const store = new BuildStore();
    this.#saved = readLines(await readFile(this.#file, 'utf8').catch(() => ''), this.#engine);
    const { withoutDeclarations, definitions } = this.#saved;
    for (const [path, digest] of withoutDeclarations)
      store.of(filesWithoutDeclarations).set(path, digest, digest);
    for (const [path, one] of definitions) store.of(rememberedDefinitions).set(path, one.settings, one);
    return store;
  }

  /**
   * Writes what the store knows now, unless the file holds just that. Rejects with the system's error, which costs the next
   * run nothing but time.
   */
  async save(store: BuildStore): Promise<void> {
    const withoutDeclarations = new Map(store.of(filesWithoutDeclarations));
    const definitions = new Map(store.of(rememberedDefinitions));
    const isKnown =
      isSame(this.#saved.withoutDeclarations, withoutDeclarations) &&
      isSame(this.#saved.definitions, definitions);
    if (isKnown) return;
    const lines = [this.#engine, JSON.stringify([...withoutDeclarations])];
    for (const entry of definitions) lines.push(JSON.stringify(entry));
    const text = lines.join('\n');
    await makePrivateFolder(dirname(this.#file));
    await writeFileAtomically(this.#file, `${digestOf(text)}\n${text}`, 0o600);
    this.#saved = { withoutDeclarations, definitions };
  }
}

/** The first line is the digest of the rest, which says that it was written whole, by a program of the next line's version. */
function readLines(file: string, expected: string): Saved {
  const end = file.indexOf('\n');
  const text = file.slice(end + 1);
  const [engine, first = '[]', ...others] = text.split('\n');
  const isOurs = engine === expected && digestOf(text) === file.slice(0, end);
  return {
    withoutDeclarations: new Map(isOurs ? (JSON.parse(first) as [string, Digest][]) : []),
    definitions: new Map(
      isOurs ? others.map((line) => JSON.parse(line) as [string, RememberedDefinition]) : [],
    ),
  };
}

function isSame<Key, Value>(a: ReadonlyMap<Key, Value>, b: ReadonlyMap<Key, Value>): boolean {
  return a.size === b.size && [...b].every(([key, value]) => a.get(key) === value);
}
