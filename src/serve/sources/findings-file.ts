import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Digest, digestOf } from '#compiled/digest.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import {
  filesWithoutDeclarations,
  rememberedDefinitions,
  type RememberedDefinition,
} from '#compiler/workspace/remembered-definition.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { packJson, unpackJson, type PackedJson } from '../served/packed-json.ts';

/** The content of a line: a packed definition with its path, or the digests of all files without declarations. */
type FindingsEntry =
  | { readonly path: string; readonly packed: PackedJson }
  | { readonly withoutDeclarations: readonly (readonly [string, Digest])[] };

/**
 * A line of a findings file. It starts with a digest, which proves that this version of the program wrote it, and wrote
 * it completely.
 */
interface FindingsLine {
  readonly text: string;
  readonly entry: FindingsEntry;
}

const lineEnd = 0x0a;

const lengthOfDigest = digestOf('').length;

/** The saved results by path. Each one is valid for a text with the same digest. */
interface Saved {
  readonly withoutDeclarations: ReadonlyMap<string, Digest>;
  readonly definitions: ReadonlyMap<string, RememberedDefinition>;
}

/** How many definitions are packed and appended at once, since the text of all findings may not fit into memory. */
const appendedAtOnce = 64;

const nothing: Saved = { withoutDeclarations: new Map(), definitions: new Map() };

/**
 * Findings in definitions, which one version of the program saves in a file for its next run. Lines are appended during
 * a run, so that a killed run loses little. Incomplete lines are ignored.
 */
export class FindingsFile {
  readonly #file: string;
  readonly #engine: string;
  /**
   * What the file contained. Discarded when the store is saved, so that a running gateway does not hold it in memory.
   */
  #saved = nothing;
  /** The paths of the definitions that were added since the file was opened. */
  readonly #added = new Set<string>();
  /** How many lines the file has. */
  #lines = 0;
  /** Resolves when the last line is written. */
  #writing: Promise<void> | undefined;

  /** `engine` identifies the build of the program. */
  constructor(file: string, engine: string) {
    this.#file = file;
    this.#engine = JSON.stringify({ engine, format: 5 });
  }

  /**
   * Opens the file as a store for one or several builds. The store is empty if the file is missing, damaged or from
   * another version.
   */
  async open(builds: 'one' | 'many'): Promise<BuildStore> {
    const store = new BuildStore(builds);
    this.#saved = await this.#read();
    const { withoutDeclarations, definitions } = this.#saved;
    for (const [path, digest] of withoutDeclarations)
      store.of(filesWithoutDeclarations).set(path, digest, digest);
    for (const [path, one] of definitions) store.of(rememberedDefinitions).set(path, one.settings, one);
    return store;
  }

  /** Reads the file. If several lines have the same subject, the last one applies. */
  async #read(): Promise<Saved> {
    const definitions = new Map<string, RememberedDefinition>();
    let withoutDeclarations = nothing.withoutDeclarations;
    for (const line of readLines(await this.#readBytes(), this.#engine)) {
      this.#lines += 1;
      if (!line) continue;
      const { entry } = line;
      if ('packed' in entry) definitions.set(entry.path, unpackJson(entry.packed) as RememberedDefinition);
      else withoutDeclarations = new Map(entry.withoutDeclarations);
    }
    return { withoutDeclarations, definitions };
  }

  #readBytes(): Promise<Buffer> {
    return readFile(this.#file).catch(() => Buffer.alloc(0));
  }

  /** Appends the result of a definition that the store will contain when it is saved. `save` reports write errors. */
  add(path: string, packed: PackedJson): void {
    this.#added.add(path);
    this.#append({ path, packed });
  }

  #append(...entries: readonly FindingsEntry[]): void {
    this.#lines += entries.length;
    const lines = entries.map((entry) => renderLine(entry, this.#engine)).join('');
    const before = this.#writing ?? makePrivateFolder(dirname(this.#file));
    this.#writing = before.then(() => appendFile(this.#file, lines, { mode: 0o600 }));
    // `save` awaits the same promise and rejects.
    this.#writing.catch(() => undefined);
  }

  /**
   * Appends what the store has and the file lacks, and removes what the store no longer contains. Rejects with the
   * system's error, which only makes the next run slower.
   */
  async save(store: BuildStore): Promise<void> {
    const { withoutDeclarations, definitions } = this.#saved;
    this.#saved = nothing;
    const digests = new Map(store.of(filesWithoutDeclarations));
    if (!isSame(withoutDeclarations, digests)) this.#append({ withoutDeclarations: [...digests] });
    const remembered = new Map(store.of(rememberedDefinitions));
    const missing = [...remembered].filter(
      ([path, one]) => !this.#added.has(path) && definitions.get(path) !== one,
    );
    for (let start = 0; start < missing.length; start += appendedAtOnce) {
      const some = missing.slice(start, start + appendedAtOnce);
      this.#append(...some.map(([path, one]) => ({ path, packed: packJson(one) })));
      await this.#writing;
    }
    await this.#writing;
    if (this.#lines > remembered.size + Math.sign(digests.size)) await this.#tidy(remembered);
  }

  /** Rewrites the file without superseded lines and without definitions that are not in the store. */
  async #tidy(remembered: ReadonlyMap<string, unknown>): Promise<void> {
    const lines = new Map<string | undefined, string>();
    for (const line of readLines(await this.#readBytes(), this.#engine)) {
      if (!line) continue;
      const { entry } = line;
      const path = 'packed' in entry ? entry.path : undefined;
      const isCurrent = 'packed' in entry ? remembered.has(entry.path) : entry.withoutDeclarations.length > 0;
      if (isCurrent) lines.set(path, `\n${line.text}`);
    }
    await writeFileAtomically(this.#file, lines.values(), 0o600);
  }
}

function isSame<Key, Value>(a: ReadonlyMap<Key, Value>, b: ReadonlyMap<Key, Value>): boolean {
  return a.size === b.size && [...b].every(([key, value]) => a.get(key) === value);
}

/** Renders a line. It starts with a line end, which separates it from a preceding incomplete line. */
function renderLine(entry: FindingsEntry, engine: string): string {
  const content = JSON.stringify(
    'packed' in entry
      ? [entry.path, Buffer.from(entry.packed).toString('base64')]
      : entry.withoutDeclarations,
  );
  const kind = 'packed' in entry ? 'definition' : 'files';
  const line = `${kind} ${content}`;
  return `\n${proof(line, engine)} ${line}`;
}

/**
 * Yields the lines of a findings file one by one, since all texts together take much memory. Undefined for a line
 * without a valid digest.
 */
function* readLines(file: Buffer, engine: string): Generator<FindingsLine | undefined> {
  for (let start = 0, end = 0; start < file.length; start = end + 1) {
    const next = file.indexOf(lineEnd, start);
    end = next === -1 ? file.length : next;
    if (end > start) yield readLine(file.toString('utf8', start, end), engine);
  }
}

function readLine(text: string, engine: string): FindingsLine | undefined {
  const line = text.slice(lengthOfDigest + 1);
  if (text.slice(0, lengthOfDigest) !== proof(line, engine)) return undefined;
  const at = line.indexOf(' ');
  const content = JSON.parse(line.slice(at)) as unknown;
  if (!line.startsWith('definition ')) {
    return { text, entry: { withoutDeclarations: content as [string, Digest][] } };
  }
  const [path, packed] = content as [string, string];
  return { text, entry: { path, packed: new Uint8Array(Buffer.from(packed, 'base64')) } };
}

function proof(line: string, engine: string): Digest {
  return digestOf(`${engine}\n${line}`);
}
