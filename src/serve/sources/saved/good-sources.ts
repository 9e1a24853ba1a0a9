import { appendFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject } from '#compiled/json.ts';
import type { ReadSources } from '#pipeline/isolate/source-state.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { explainTableError } from './last-good.ts';

/** When each held-back part was first held back, in milliseconds since 1970-01-01T00:00:00Z. */
export type HeldSince = ReadonlyMap<string, number>;

/** The content of the file: texts by path, and since when parts have been held back. */
export interface SavedSources {
  readonly texts: ReadonlyMap<string, string>;
  readonly since: HeldSince;
}

type ChangedTexts = readonly (readonly [string, string | null])[];

/**
 * The sources that were served last, saved in a file for a start with sources that have errors. The first save writes
 * all texts. Later ones append a line with the changes, until the lines are as long as all texts. Incomplete lines are
 * ignored.
 */
export class GoodSources {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  #written: SavedSources | undefined;
  /** The bytes of the last complete write, and of the lines appended since. */
  #bytes = { complete: 0, added: 0 };
  #next: SavedSources | undefined;
  #writing: Promise<void> | undefined;

  /** Failures are only reported to `warn`, as one sentence. */
  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  /** Reads the sources that the previous process saved. Damaged lines are skipped. */
  async read(): Promise<SavedSources> {
    const texts = new Map<string, string>();
    let since: HeldSince = new Map();
    const content = await readFileIfPresent(this.#file).catch((error: unknown) => {
      this.#warn(
        `The sources that were served last cannot be read from ${this.#file}: ${explainTableError(error)}`,
      );
      return undefined;
    });
    for (const line of content?.split('\n') ?? []) {
      const read = readLine(line);
      for (const [path, text] of read?.texts ?? []) {
        if (text === null) texts.delete(path);
        else texts.set(path, text);
      }
      if (read?.since) since = new Map(read.since);
    }
    return { texts, since };
  }

  /** Saves the sources. Removes the file if they are undefined. */
  save(sources: ReadSources | undefined, since: HeldSince): void {
    this.#next = { texts: sources ? textsOf(sources) : new Map(), since };
    this.#writing ??= this.#write();
  }

  /** Resolves when the last save is finished, successfully or not. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined;
      try {
        await this.#writeOne(next);
        this.#written = next;
      } catch (error) {
        this.#written = undefined;
        this.#warn(
          `The sources that are served cannot be kept in ${this.#file}: ${explainTableError(error)}`,
        );
      }
    }
    this.#writing = undefined;
  }

  async #writeOne(next: SavedSources): Promise<void> {
    if (next.texts.size === 0) return rm(this.#file, { force: true });
    const known = this.#written?.texts;
    if (!known || known.size === 0) return this.#writeAll(next);
    const paths = [...new Set([...known.keys(), ...next.texts.keys()])];
    const changed = paths.filter((path) => known.get(path) !== next.texts.get(path));
    const texts = changed.map((path) => [path, next.texts.get(path) ?? null] as const);
    const line = renderLine(texts, next.since);
    const added = this.#bytes.added + Buffer.byteLength(line);
    if (added > this.#bytes.complete) return this.#writeAll(next);
    await appendFile(this.#file, line, { mode: 0o600 });
    this.#bytes = { ...this.#bytes, added };
  }

  async #writeAll(next: SavedSources): Promise<void> {
    await makePrivateFolder(dirname(this.#file));
    let complete = 0;
    const counted = function* (lines: Iterable<string>): Generator<string> {
      for (const line of lines) {
        complete += Buffer.byteLength(line);
        yield line;
      }
    };
    await writeFileAtomically(this.#file, counted(allLines(next)), 0o600);
    this.#bytes = { complete, added: 0 };
  }
}

function* allLines({ texts, since }: SavedSources): Generator<string> {
  for (const entry of texts) yield renderLine([entry]);
  yield renderLine([], since);
}

function renderLine(texts: ChangedTexts, since?: HeldSince): string {
  return `${JSON.stringify({ texts, ...(since && { since: [...since] }) })}\n`;
}

interface Line {
  readonly texts: ChangedTexts;
  readonly since?: readonly (readonly [string, number])[];
}

function readLine(line: string): Line | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return isJsonObject(read) && Array.isArray(read['texts']) ? (read as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
}

function textsOf({ sources }: ReadSources): ReadonlyMap<string, string> {
  return new Map(
    sources.files.flatMap((file) => {
      const text = sources.text(file);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
}
