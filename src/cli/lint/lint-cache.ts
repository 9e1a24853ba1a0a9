import { glob, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Digest, digestOf } from '../../compiled/digest.ts';
import type { DefinitionMemory, RememberedDefinition } from '../../compiler/workspace/definition-memory.ts';
import { makePrivateFolder } from '../../platform/files/private-files.ts';
import { readVersion } from '../read-version.ts';

type Files = RememberedDefinition['files'];

interface Index {
  /** Of the program and of the settings that it linted with. */
  readonly key: string;
  readonly definitions: Record<string, Files>;
  readonly withoutDeclarations: Record<string, Digest>;
}

/** What was found in one definition, and under which key. */
interface Kept extends RememberedDefinition {
  readonly key: string;
}

/**
 * Keeps findings below a folder: an index of definitions, and a file for the findings of each. It is of use only
 * where it can be written, and what is damaged in it counts as not there, so nothing here fails.
 */
export class LintCache implements DefinitionMemory {
  readonly #folder: string;
  readonly #engine: string;
  /** As the last run has left it, whatever it linted with. */
  #before = emptyIndex('');
  /** What the last run knew, if it linted as this one does. */
  #known = emptyIndex('');
  /** As this run will leave it. */
  #now = emptyIndex('');

  /** `engine` tells one version of the program from another. */
  constructor(folder: string, engine: string) {
    this.#folder = folder;
    this.#engine = engine;
  }

  async open(settings: string): Promise<void> {
    const key = digestOf(JSON.stringify([this.#engine, settings]));
    this.#before = (await readWhole<Index>(this.#indexFile)) ?? emptyIndex('');
    this.#known = this.#before.key === key ? this.#before : emptyIndex(key);
    this.#now = emptyIndex(key);
  }

  filesOf(definition: string): Files | undefined {
    return ownMember(this.#known.definitions, definition);
  }

  /** The index may be older or newer than the findings, if two programs wrote at once. */
  async recall(definition: string): Promise<RememberedDefinition | undefined> {
    const files = this.filesOf(definition);
    const kept = files && (await readWhole<Kept>(this.#fileOf(definition)));
    if (kept?.key !== this.#now.key || JSON.stringify(kept.files) !== JSON.stringify(files)) return undefined;
    this.#now.definitions[definition] = kept.files;
    const { key: _, ...remembered } = kept;
    return remembered;
  }

  async keep(definition: string, remembered: RememberedDefinition): Promise<void> {
    const kept: Kept = { key: this.#now.key, ...remembered };
    this.#now.definitions[definition] = remembered.files;
    await writeWhole(this.#fileOf(definition), kept);
  }

  isWithoutDeclarations(file: string, digest: Digest): boolean {
    return ownMember(this.#known.withoutDeclarations, file) === digest;
  }

  keepWithoutDeclarations(file: string, digest: Digest): void {
    this.#now.withoutDeclarations[file] = digest;
  }

  /** Writes the index, once all findings are kept, and takes away what it no longer names. */
  async close(): Promise<void> {
    if (JSON.stringify(this.#now) === JSON.stringify(this.#before)) return;
    await writeWhole(this.#indexFile, this.#now);
    // What is made again from the sources has no place beside them in git.
    await writeQuietly(join(this.#folder, '.gitignore'), '*\n');
    const stale = Object.keys(this.#before.definitions).filter(
      (definition) => !ownMember(this.#now.definitions, definition),
    );
    for (const definition of stale) await removeQuietly(this.#fileOf(definition));
  }

  get #indexFile(): string {
    return join(this.#folder, 'lint', 'index');
  }

  #fileOf(definition: string): string {
    return join(this.#folder, 'lint', digestOf(definition).replace('sha256:', '').slice(0, 32));
  }
}

function emptyIndex(key: string): Index {
  return { key, definitions: {}, withoutDeclarations: {} };
}

function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** A value that was written whole; undefined where its file is not there, or was cut short, or changed by hand. */
async function readWhole<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const end = text.indexOf('\n');
  const json = text.slice(end + 1);
  return digestOf(json) === text.slice(0, end) ? (JSON.parse(json) as T) : undefined;
}

/** With the digest of the rest as the first line, so that no care has to be taken of two that write at once. */
async function writeWhole(file: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  await writeQuietly(file, `${digestOf(json)}\n${json}`);
}

async function writeQuietly(file: string, text: string): Promise<void> {
  try {
    await makePrivateFolder(dirname(file));
    await writeFile(file, text);
  } catch {
    // A folder that cannot be written costs time only.
  }
}

async function removeQuietly(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch {
    // A file that cannot be removed costs room only.
  }
}

const sources = new URL('../../', import.meta.url);
/** What has a say in what is found. */
const files = '{compiled,compiler,diagnostic,source}/**/*.ts';

/**
 * Tells one state of the program from another: its version, the Node that runs it and, since a program that is being
 * worked on keeps its version, when its code was written.
 */
export async function identifyEngine(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const written = isBuilt ? (await stat(new URL(import.meta.url))).mtimeMs : await readTimes();
  return JSON.stringify([await readVersion(), process.version, written]);
}

async function readTimes(): Promise<readonly string[]> {
  const times: string[] = [];
  for await (const file of glob(files, { cwd: sources })) {
    times.push(`${file} ${(await stat(new URL(file, sources))).mtimeMs}`);
  }
  return times.toSorted();
}
