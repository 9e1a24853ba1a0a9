import { joinDocuments, mayHaveNames, separate } from './source-documents.ts';
import type { PartDocument, SourceState } from './source-state.ts';

/** The newer sources, with some parts replaced by those of the earlier sources. */
export interface HeldSources {
  /**
   * The texts of files that are read in place of the newer ones, by path; undefined for files that are treated as
   * missing.
   */
  readonly replaced: Readonly<Record<string, string | undefined>>;
  /** The parts that are held back, including parts that share a file with one of them. */
  readonly held: ReadonlySet<string>;
  /**
   * The parts that are held back, by their names for people. Includes the parts that a document without a name may
   * declare.
   */
  readonly named: ReadonlyMap<string, string>;
  /** The part that a line of a file of declarations belongs to; undefined for other files. */
  readonly partAt: (file: string, line: number) => string | undefined;
}

/** Holds back parts of the newer sources: each stays as in the earlier sources, or stays absent if it is new. */
export function holdParts(
  newer: SourceState,
  earlier: SourceState,
  requested: ReadonlySet<string>,
): HeldSources {
  const held = addSharing(newer, earlier, requested);
  const restored = listRestored(newer, earlier, held);
  const layouts = layOut(newer, earlier, held, restored);
  const replaced = Object.fromEntries([
    ...[...layouts].map(([file, layout]) => [file, layout.text] as const),
    ...restoreFiles(newer, earlier, held, restored),
  ]);
  const partAt = (file: string, line: number) => {
    const documents = layouts.get(file)?.documents ?? newer.documents(file);
    return (documents.findLast((document) => document.line <= line) ?? documents[0])?.part;
  };
  const named = new Map(
    [...held].flatMap((part) => namesOf(part, newer, earlier).map((name) => [name, part] as const)),
  );
  return { replaced, held, named, partAt };
}

/**
 * Adds the APIs that share a replaced file with a part that is held back: an API is never built from files of different
 * states.
 */
function addSharing(
  newer: SourceState,
  earlier: SourceState,
  requested: ReadonlySet<string>,
): ReadonlySet<string> {
  const held = new Set(requested);
  // A loop over a set also visits elements that are added meanwhile.
  for (const part of held) {
    for (const file of replacedOf(part, newer, earlier)) for (const api of newer.apisOf(file)) held.add(api);
  }
  return held;
}

function replacedOf(part: string, newer: SourceState, earlier: SourceState): readonly string[] {
  return earlier
    .definitionFilesOf(part)
    .filter((file) => newer.documents(file).length === 0 && earlier.text(file) !== newer.text(file));
}

/** The parts that stay as they were: those held back, and those that a document without a name may declare. */
function listRestored(
  newer: SourceState,
  earlier: SourceState,
  held: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = [...held].flatMap((part) => namesOf(part, newer, earlier));
  return new Set(names.filter((part) => earlier.documentsOf(part).length > 0));
}

function namesOf(part: string, newer: SourceState, earlier: SourceState): readonly string[] {
  if (earlier.documentsOf(part).length > 0) return [part];
  // A document with a readable name declares the part with that name.
  if (!part.startsWith('Document ')) return [part];
  const meant = newer.documentsOf(part).flatMap((document) => mayMean(document, newer, earlier));
  return meant.length > 0 ? meant : [part];
}

/**
 * The earlier part that a document without a readable name probably declares: of the parts that its file has lost, the
 * part with the most lines in common, or several if they have equally many.
 */
function mayMean(
  { file, kind, text }: PartDocument,
  newer: SourceState,
  earlier: SourceState,
): readonly string[] {
  const missing = earlier.documents(file).filter(({ part }) => newer.documentsOf(part).length === 0);
  const possible = missing.filter((document) => mayHaveNames(text, document.text));
  const alike = possible.filter((document) => document.kind === kind);
  const lines = linesOf(text);
  const counted = (alike.length > 0 ? alike : possible).map((document) => ({
    part: document.part,
    shared: [...linesOf(document.text)].filter((line) => lines.has(line)).length,
  }));
  const most = Math.max(...counted.map(({ shared }) => shared));
  return counted.filter(({ shared }) => shared === most).map(({ part }) => part);
}

function linesOf(text: string): Set<string> {
  return new Set(text.split('\n').filter((line) => line.trim() !== ''));
}

interface Layout {
  readonly text: string | undefined;
  readonly documents: readonly PartDocument[];
}

/** The files of declarations that contain held or restored parts, with their new documents. */
function layOut(
  newer: SourceState,
  earlier: SourceState,
  held: ReadonlySet<string>,
  restored: ReadonlySet<string>,
): ReadonlyMap<string, Layout> {
  const files = new Set([
    ...[...held].flatMap((part) => newer.documentsOf(part).map(({ file }) => file)),
    ...[...restored].flatMap((part) => earlier.documentsOf(part).map(({ file }) => file)),
  ]);
  return new Map([...files].map((file) => [file, layOutFile(file, newer, earlier, held, restored)]));
}

function layOutFile(
  file: string,
  newer: SourceState,
  earlier: SourceState,
  held: ReadonlySet<string>,
  restored: ReadonlySet<string>,
): Layout {
  const unchanged = newer.documents(file).filter(({ part }) => !held.has(part) && !restored.has(part));
  const before = earlier.documents(file);
  const back = before.filter(({ part }) => restored.has(part));
  if (unchanged.length === 0 && back.length === before.length)
    return { text: earlier.text(file), documents: before };
  const documents = place([...unchanged, ...back]);
  return { text: joinDocuments(documents), documents };
}

/** The documents with their lines in the joined file. */
function place(documents: readonly PartDocument[]): readonly PartDocument[] {
  let line = 1;
  return documents.map((document, index) => {
    if (separate(document.text, index) !== '') line += 1;
    const placed = { ...document, line };
    line += document.text.split('\n').length;
    return placed;
  });
}

/** The texts of all other replaced files: definitions, and files that belong to no declaration. */
function restoreFiles(
  newer: SourceState,
  earlier: SourceState,
  held: ReadonlySet<string>,
  restored: ReadonlySet<string>,
): readonly (readonly [string, string | undefined])[] {
  const parts = [...new Set([...held, ...restored])];
  const wholeFiles = parts.flatMap((part) => (part.startsWith('File ') ? [part.slice('File '.length)] : []));
  const used = new Set(
    [...newer.apis].filter((api) => !held.has(api)).flatMap((api) => [...newer.filesOf(api)]),
  );
  const added = parts
    .flatMap((part) => newer.definitionFilesOf(part))
    .filter((file) => !used.has(file) && earlier.documents(file).length === 0);
  const files = [...wholeFiles, ...added, ...parts.flatMap((part) => replacedOf(part, newer, earlier))];
  return files.map((file) => [file, earlier.text(file)]);
}
