import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../../compiled/digest.ts';
import type { DefinitionMemory, RememberedDefinition } from '../../compiler/workspace/definition-memory.ts';

type Files = RememberedDefinition['files'];

interface Index {
  /** Of the program and of the settings that it linted with. */
  readonly key: string;
  readonly definitions: Record<string, Files>;
}

/**
 * Keeps findings below a folder: an index of definitions, and a file for the findings of each. It is of use only
 * where it can be written, and what is damaged in it counts as not there, so nothing here fails.
 */
export class LintCache implements DefinitionMemory {
  readonly #folder: string;
  readonly #engine: string;
  #index: Index = { key: '', definitions: {} };
  #parts: ReadonlyMap<string, Digest> = new Map();
  #hasChanged = false;

  /** `engine` tells one version of the program from another. */
  constructor(folder: string, engine: string) {
    this.#folder = folder;
    this.#engine = engine;
  }

  async open(settings: string): Promise<void> {
    const key = createHash('sha256')
      .update(JSON.stringify([this.#engine, settings]))
      .digest('hex');
    const index = await readJson<Index>(this.#indexFile);
    this.#index = index?.key === key ? index : { key, definitions: {} };
    this.#parts = new Map(Object.values(this.#index.definitions).flatMap((files) => Object.entries(files)));
  }

  filesOf(definition: string): Files | undefined {
    const { definitions } = this.#index;
    return Object.hasOwn(definitions, definition) ? definitions[definition] : undefined;
  }

  digestOfPart(file: string): Digest | undefined {
    return this.#parts.get(file);
  }

  /** The index may be older or newer than the findings, if two programs wrote at once. */
  async recall(definition: string): Promise<RememberedDefinition | undefined> {
    const files = this.filesOf(definition);
    const kept =
      files && (await readJson<RememberedDefinition & Pick<Index, 'key'>>(this.#fileOf(definition)));
    const isSame = kept?.key === this.#index.key && JSON.stringify(kept.files) === JSON.stringify(files);
    return kept && isSame ? { files: kept.files, diagnostics: kept.diagnostics } : undefined;
  }

  async keep(definition: string, remembered: RememberedDefinition): Promise<void> {
    const { key, definitions } = this.#index;
    definitions[definition] = remembered.files;
    this.#hasChanged = true;
    await writeQuietly(this.#fileOf(definition), JSON.stringify({ key, ...remembered }));
  }

  /** Writes the index, once all findings are kept. */
  async close(): Promise<void> {
    if (!this.#hasChanged) return;
    await writeQuietly(this.#indexFile, JSON.stringify(this.#index));
    // What is made again from the sources has no place beside them in git.
    await writeQuietly(join(this.#folder, '.gitignore'), '*\n');
  }

  get #indexFile(): string {
    return join(this.#folder, 'lint', 'index.json');
  }

  #fileOf(definition: string): string {
    const name = createHash('sha256').update(definition).digest('hex').slice(0, 32);
    return join(this.#folder, 'lint', `${name}.json`);
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Whole or not at all; a power cut may lose it, since it can be made again. */
async function writeQuietly(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch {
    // A folder that cannot be written costs time only.
  }
}
