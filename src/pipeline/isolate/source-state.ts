import type { Declared } from '#compiler/workspace/declared.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { nameDefinition } from '#compiler/load/definition/load-definition.ts';
import { allLists } from '#compiled/manifest.ts';
import { keyOf, readKey, type SourceDocument, splitDocuments } from './source-documents.ts';

/** Sources that were read, whether or not they have errors. */
export interface ReadSources {
  readonly workspace: Workspace;
  readonly sources: Sources;
}

/** A document in a file of declarations, and the part of the sources that it belongs to. */
export interface PartDocument extends SourceDocument {
  readonly file: string;
  /** The part of its declaration; if that cannot be read, a part of its own. */
  readonly part: string;
  /** Absent if it cannot be read. */
  readonly kind?: string;
}

/** The parts of sources: declarations with the files that belong to them, and all other files. */
export class SourceState {
  readonly workspace: Workspace | undefined;
  readonly #sources: Sources | undefined;
  /** The declared parts by file, then by index of the document. */
  readonly #declared = new Map<string, Map<number, string>>();
  readonly #filesOfApis = new Map<string, Set<string>>();
  readonly #apisOfFiles = new Map<string, Set<string>>();
  readonly #documents = new Map<string, readonly PartDocument[]>();
  readonly #filesOfParts = new Map<string, Set<string>>();
  readonly #wereDeclaring = new Set<string>();

  /** `read` is undefined if no sources were read. */
  constructor(read: ReadSources | undefined) {
    this.workspace = read?.workspace;
    this.#sources = read?.sources;
    if (!read) return;
    for (const { name, kind } of allLists) {
      for (const { value, place } of read.workspace[name] as readonly Declared<object>[]) {
        const part = keyOf(kind, value as Readonly<Record<string, unknown>>);
        if (part !== undefined) this.#add(part, place.file, place.document);
      }
    }
    for (const api of read.workspace.apis) this.#addFiles(api);
  }

  #add(part: string, file: string, document: number): void {
    const documents = this.#declared.get(file) ?? new Map<number, string>();
    documents.set(document, part);
    this.#declared.set(file, documents);
    addTo(this.#filesOfParts, part, file);
  }

  #addFiles(api: DeclaredApi): void {
    const { definition = api.readablePart, value } = api;
    const part = keyOf('Api', value) ?? '';
    for (const file of [nameDefinition(api).path, ...(definition?.files ?? [])]) {
      addTo(this.#filesOfApis, part, file);
      addTo(this.#apisOfFiles, file, part);
    }
  }

  get files(): readonly string[] {
    return this.#sources?.files ?? [];
  }

  text(file: string): string | undefined {
    return this.#sources?.text(file);
  }

  /** The files that the definition of an API consists of, as far as they are known. */
  filesOf(api: string): ReadonlySet<string> {
    return this.#filesOfApis.get(api) ?? new Set();
  }

  /** The APIs whose definitions a file belongs to. */
  apisOf(file: string): ReadonlySet<string> {
    return this.#apisOfFiles.get(file) ?? new Set();
  }

  get apis(): Iterable<string> {
    return this.#filesOfApis.keys();
  }

  /** The parts that are declared without an error of their schema. */
  get parts(): Iterable<string> {
    return this.#filesOfParts.keys();
  }

  /**
   * Also records the parts of documents with errors in some files. A file with declarations in `earlier` still counts
   * as a file of declarations.
   */
  noteBroken(files: Iterable<string>, earlier: SourceState): void {
    for (const file of files) {
      if (earlier.documents(file).length > 0) this.#wereDeclaring.add(file);
      for (const { part } of this.documents(file)) addTo(this.#filesOfParts, part, file);
    }
  }

  /** The documents of a part, usually one. */
  documentsOf(part: string): readonly PartDocument[] {
    const files = [...(this.#filesOfParts.get(part) ?? [])];
    return files.flatMap((file) => this.documents(file).filter((document) => document.part === part));
  }

  /** The documents of a file of declarations; empty for other files. */
  documents(file: string): readonly PartDocument[] {
    const known = this.#documents.get(file);
    if (known) return known;
    const found = this.#readDocuments(file);
    this.#documents.set(file, found);
    return found;
  }

  /** The files of an API's definition, except the configuration and files of declarations. */
  definitionFilesOf(api: string): readonly string[] {
    const configFile = this.workspace?.gateway.place.file;
    return [...this.filesOf(api)].filter((file) => file !== configFile && this.documents(file).length === 0);
  }

  #readDocuments(file: string): readonly PartDocument[] {
    const text = this.text(file);
    const declared = this.#declared.get(file);
    if (text === undefined) return [];
    const wasDeclaring = declared !== undefined || this.#wereDeclaring.has(file);
    // A file of declarations stays one, even if an API names it as its definition.
    if (!wasDeclaring && this.#apisOfFiles.has(file)) return [];
    const documents = splitDocuments(text).map((document, index) => {
      const part = declared?.get(index);
      return {
        ...document,
        file,
        ...(part === undefined ? this.#readBroken(document, file, index) : toPart(part)),
      };
    });
    return wasDeclaring || documents.some(({ kind }) => kind !== undefined) ? documents : [];
  }

  #readBroken(document: SourceDocument, file: string, index: number) {
    const { kind, key } = readKey(document, this.valueAt(file, document));
    return { part: key ?? `Document ${file} ${index}`, ...(kind !== undefined && { kind }) };
  }

  /** The value of a document; undefined if it cannot be parsed. */
  valueAt(file: string, { line, text }: SourceDocument): unknown {
    // The end of the document belongs to the last document that begins before it.
    const lines = text.split('\n');
    const [end, column] = [line + lines.length - 1, (lines.at(-1) ?? '').length + 1];
    const location = { file, line: end, column, endLine: end, endColumn: column, pointer: '' };
    return this.#sources?.documentAt(location)?.value;
  }
}

function toPart(part: string) {
  return { part, kind: part.split(' ')[0] ?? '' };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

/** The parts of the newer sources that differ from the earlier ones and can be held back. Removed parts are omitted. */
export function listChanged(
  newer: SourceState,
  earlier: SourceState,
  configFile: string,
): ReadonlySet<string> {
  const files = new Set([...newer.files, ...earlier.files]);
  const different = [...files].filter(
    (file) => file !== configFile && newer.text(file) !== earlier.text(file),
  );
  newer.noteBroken(different, earlier);
  const changed = new Set<string>();
  for (const file of different) {
    const apis = [...newer.apisOf(file), ...earlier.apisOf(file)];
    const documents = newer.documents(file);
    for (const api of apis) changed.add(api);
    for (const document of documents) if (!isAsBefore(document, newer, earlier)) changed.add(document.part);
    if (apis.length + documents.length + earlier.documents(file).length === 0) changed.add(`File ${file}`);
  }
  return new Set([...changed].filter((part) => isThere(part, newer)));
}

function isThere(part: string, state: SourceState): boolean {
  return part.startsWith('File ') || state.documentsOf(part).length > 0;
}

/** Whether a document is unchanged. It has changed if it now belongs to another part. */
function isAsBefore({ part, file, text }: PartDocument, newer: SourceState, earlier: SourceState): boolean {
  const before = earlier.documentsOf(part);
  return (
    before.length === newer.documentsOf(part).length &&
    before.some((document) => document.file === file && document.text === text)
  );
}
