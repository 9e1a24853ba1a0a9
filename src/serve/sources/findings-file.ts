import { createHash } from 'node:crypto';
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

/** The results of a store by the digests of texts, by path. */
interface Saved {
  readonly withoutDeclarations: ReadonlyMap<string, Digest>;
  readonly definitions: ReadonlyMap<string, RememberedDefinition>;
}

const nothing: Saved = { withoutDeclarations: new Map(), definitions: new Map() };

/** The findings in definitions, in a file that one version of the program keeps for its next run. */
export class FindingsFile {
  readonly #file: string;
  readonly #engine: string;
  /** Kept until the store is saved, so that a running gateway does not keep it in memory. */
  #saved = nothing;

  /** `engine` identifies the version of the program. */
  constructor(file: string, engine: string) {
    this.#file = file;
    this.#engine = JSON.stringify({ engine, format: 3 });
  }

  /**
   * A store for one build or several with the content of the file: empty if it is missing, damaged or of another
   * version.
   */
  async open(builds: 'one' | 'many'): Promise<BuildStore> {
    const store = new BuildStore(builds);
    this.#saved = readLines(await readFile(this.#file).catch(() => Buffer.alloc(0)), this.#engine);
    const { withoutDeclarations, definitions } = this.#saved;
    for (const [path, digest] of withoutDeclarations)
      store.of(filesWithoutDeclarations).set(path, digest, digest);
    for (const [path, one] of definitions) store.of(rememberedDefinitions).set(path, one.settings, one);
    return store;
  }

  /**
   * Writes the current content of the store, unless the file has it already. Rejects with the system's error, which
   * costs the next run only time.
   */
  async save(store: BuildStore): Promise<void> {
    const withoutDeclarations = new Map(store.of(filesWithoutDeclarations));
    const definitions = new Map(store.of(rememberedDefinitions));
    const isKnown =
      isSame(this.#saved.withoutDeclarations, withoutDeclarations) &&
      isSame(this.#saved.definitions, definitions);
    this.#saved = nothing;
    if (isKnown) return;
    await makePrivateFolder(dirname(this.#file));
    const lines = renderLines(this.#engine, { withoutDeclarations, definitions });
    await writeFileAtomically(this.#file, lines, 0o600);
  }
}

/** Line by line, since the text of all findings may not fit into memory; the digest of the lines is the last one. */
function* renderLines(engine: string, { withoutDeclarations, definitions }: Saved): Generator<string> {
  const hash = createHash('sha256');
  const end = (line: string): string => {
    hash.update(`${line}\n`);
    return `${line}\n`;
  };
  yield end(engine);
  yield end(JSON.stringify([...withoutDeclarations]));
  for (const entry of definitions) yield end(JSON.stringify(entry));
  yield `sha256:${hash.digest('hex')}`;
}

/**
 * The last line is the digest of the others, which proves that they were written completely, by a program of the first
 * line's version.
 */
function readLines(file: Buffer, expected: string): Saved {
  const end = file.lastIndexOf('\n') + 1;
  const content = file.subarray(0, end);
  const isWhole = end > 0 && digestOf(content) === file.toString('utf8', end);
  const lines = splitLines(isWhole ? content.subarray(0, -1) : Buffer.alloc(0));
  const isOurs = lines.next().value === expected;
  const first = isOurs ? lines.next().value : undefined;
  return {
    withoutDeclarations: new Map(JSON.parse(first ?? '[]') as [string, Digest][]),
    definitions: new Map(
      isOurs ? Array.from(lines, (line) => JSON.parse(line) as [string, RememberedDefinition]) : [],
    ),
  };
}

/** One at a time, since all texts together would take as much memory again. */
function* splitLines(content: Buffer): Generator<string, undefined> {
  for (let start = 0, end = 0; end < content.length; start = end + 1) {
    const next = content.indexOf('\n', start);
    end = next === -1 ? content.length : next;
    yield content.toString('utf8', start, end);
  }
  return undefined;
}

function isSame<Key, Value>(a: ReadonlyMap<Key, Value>, b: ReadonlyMap<Key, Value>): boolean {
  return a.size === b.size && [...b].every(([key, value]) => a.get(key) === value);
}
