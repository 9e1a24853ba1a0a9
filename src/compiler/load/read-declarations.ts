import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { placeOf, type Place } from '#source/place.ts';
import { type DeclarationOfKind, type Kind, kinds } from '#compiler/declaration/kinds.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import { closestName } from '#compiler/workspace/suggest-name.ts';
import type { SourceDocument, SourceFile } from '#compiler/workspace/source-file.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { checkSchema } from './check-schema.ts';

/** The valid declarations read so far, by kind, and the names of all declarations, including invalid ones. */
export interface Declarations {
  readonly valid: { readonly [K in Kind]: Declared<DeclarationOfKind[K]>[] };
  readonly names: Readonly<Record<Kind, Set<string>>>;
  /** The places of invalid declarations whose name cannot be read. */
  readonly unnamed: Readonly<Record<Kind, Place[]>>;
}

export function emptyDeclarations(): Declarations {
  return {
    valid: forEachKind((): never[] => []),
    names: forEachKind(() => new Set<string>()),
    unnamed: forEachKind((): Place[] => []),
  };
}

function forEachKind<Value>(make: () => Value): Record<Kind, Value> {
  // `Object.fromEntries` loses the names; there is one entry for each kind.
  return Object.fromEntries(kinds.map((kind) => [kind, make()])) as Record<Kind, Value>;
}

/** Whether a file is one of declarations: a document in it has a known kind, or one with a similar name. */
export function hasDeclarations(file: SourceFile): boolean {
  return file.documents.some(
    ({ value, remains = value }) => isJsonObject(remains) && closestKind(remains['kind']) !== undefined,
  );
}

/** The diagnostics for documents with an unknown `kind`, in a file that has no other use. */
export function explainForeignKinds(file: SourceFile, sources: Sources): readonly Diagnostic[] {
  return file.documents.flatMap(({ value }, index) => {
    if (!isJsonObject(value) || typeof value['kind'] !== 'string') return [];
    return [unknownKind(value['kind'], { file: file.path, document: index, pointer: '' }, sources)];
  });
}

/** The declarations of one file, and its errors. */
export interface FileDeclarations {
  readonly diagnostics: readonly Diagnostic[];
  readonly declared: readonly DeclaredHere[];
}

/**
 * A declaration in a file. If it violates its schema or cannot be parsed, it has only a name, or only a place if the
 * name is unreadable.
 */
type DeclaredHere = { readonly kind: Kind } & (
  | {
      readonly name: string;
      /** The schema has been checked, so the value has the type of the kind. */
      readonly valid?: Declared<unknown>;
    }
  | { readonly unnamedAt: Place }
);

/** Reads the declarations of a file. */
export async function readDeclarations(file: SourceFile, sources: Sources): Promise<FileDeclarations> {
  const diagnostics: Diagnostic[] = [];
  const declared: DeclaredHere[] = [];
  for (const [index, document] of file.documents.entries()) {
    const place = { file: file.path, document: index, pointer: '' };
    if (document.value === undefined) declared.push(...readName(document.remains, place));
    else {
      const read = await readDeclaration(document, place, sources);
      diagnostics.push(...read.diagnostics);
      declared.push(...read.declared);
    }
  }
  return { diagnostics, declared };
}

/** Adds the declarations of a file to the declarations read so far. */
export function addDeclarations(
  { declared }: FileDeclarations,
  { valid, names, unnamed }: Declarations,
): void {
  for (const one of declared) {
    if ('unnamedAt' in one) {
      unnamed[one.kind].push(one.unnamedAt);
      continue;
    }
    names[one.kind].add(one.name);
    if (one.valid) (valid[one.kind] as Declared<unknown>[]).push(one.valid);
  }
}

/** The name in a malformed document. It counts as declared, so that references to it are not reported. */
function readName(remains: unknown, place: Place): readonly DeclaredHere[] {
  if (!isJsonObject(remains)) return [];
  const kind = closestKind(remains['kind']);
  return kind ? [nameBroken(kind, { ...remains, kind }, place)] : [];
}

function nameBroken(kind: Kind, declaration: JsonObject, place: Place): DeclaredHere {
  const parts = kind === 'Api' ? ['name', 'version'] : ['name'];
  // With an unclosed quote, the name would contain the rest of the file.
  const isNamed = parts.every((part) => /^\S+$/.test(textOf(declaration[part])));
  return isNamed ? { kind, name: nameOf(declaration) } : { kind, unnamedAt: placeOf(place, 'kind') };
}

function closestKind(kind: unknown): Kind | undefined {
  const match = closestName(textOf(kind), kinds);
  return kinds.find((name) => name === match);
}

async function readDeclaration(
  document: SourceDocument,
  place: Place,
  sources: Sources,
): Promise<FileDeclarations> {
  const { value } = document;
  if (!isJsonObject(value)) return { diagnostics: [unknownKind(undefined, place, sources)], declared: [] };
  const kind = kinds.find((name) => name === value['kind']);
  if (!kind) {
    return { diagnostics: [unknownKind(value['kind'], place, sources)], declared: readName(value, place) };
  }
  const declaration = kind === 'Api' ? withVersionText(value, document) : value;
  const name = nameOf(declaration);
  const findings = await checkSchema(kind, declaration, place);
  if (findings.length === 0) {
    return { diagnostics: [], declared: [{ kind, name, valid: { value: declaration, place } }] };
  }
  const diagnostics = findings.map(({ code, ...finding }) => toDiagnostic(code, 'error', finding, sources));
  return { diagnostics, declared: [nameBroken(kind, declaration, place)] };
}

/** Restores the version as written, since `1.10` is a number in YAML. */
function withVersionText(value: JsonObject, document: SourceDocument): JsonObject {
  if (typeof value['version'] !== 'number') return value;
  return { ...value, version: document.scalarText(['version']) ?? String(value['version']) };
}

function nameOf(declaration: JsonObject): string {
  const [name = '', version = ''] = [declaration['name'], declaration['version']].map(textOf);
  return declaration['kind'] === 'Api' ? apiKey({ name, version }) : name;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function unknownKind(kind: unknown, place: Place, sources: Sources): Diagnostic {
  const missing = kind === undefined;
  const match = closestKind(kind);
  const finding = {
    at: missing ? place : { ...place, pointer: '/kind' },
    message: missing
      ? 'This document has no `kind`, so it is not a declaration.'
      : `${JSON.stringify(kind)} is not a kind of declaration.`,
    help: match === undefined ? `Kinds are ${kinds.join(', ')}.` : `Did you mean \`${match}\`?`,
  };
  return toDiagnostic('unknown-kind', 'error', finding, sources);
}
