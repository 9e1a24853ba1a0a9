import { posix } from 'node:path';
import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { toDiagnostic, type Finding } from '#compiler/workspace/finding.ts';
import type { SourceDocument, SourceFile } from '#compiler/workspace/source-file.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { explainFailure } from '../explain-failure.ts';
import { syntaxDiagnostics, type ReadFile, type SourceFiles } from '../files/source-files.ts';
import { bundle, type Bundle } from './bundle.ts';
import type { CheckedParts } from './is-self-contained.ts';
import { findStructuralErrors } from './structure/find-structural-errors.ts';
import { withoutConsequences } from './structure/without-consequences.ts';
import { findMisnamedComponents } from './structure/misnamed-components.ts';
import { reportStructure } from './structure/report-structure.ts';
import { readNumberTextsOnce } from './number-texts-in-bundle.ts';
import { originInBundle } from './origins.ts';
import { readOpenapiVersion } from './openapi-version.ts';
import { findReadablePart, withoutUnresolved } from './readable-part.ts';
import { isRemote, remote, type Root } from './resolve-reference.ts';

export interface LoadedDefinition {
  /** Absent if the diagnostics contain an error. */
  readonly definition?: Definition;
  /** The part of a document with errors that can be read. */
  readonly readablePart?: Definition;
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was requested. */
  readonly files: readonly string[];
}

type Say = (code: string, severity: Diagnostic['severity'], finding: Finding) => void;

/** The document that an API names. */
export interface NamedDefinition {
  /** The path of the document from the root of the tree; without meaning if the document is remote. */
  readonly path: string;
  readonly isRemote: boolean;
}

export function nameDefinition({ value, place }: Declared<ApiDeclaration>): NamedDefinition {
  const path = posix.join(posix.dirname(place.file), value.definition);
  return { path, isRemote: isRemote(value.definition) };
}

/** Reads an API's OpenAPI document. An unreadable document is reported at the API that names it. */
export async function readDefinition(
  sources: SourceFiles,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
): Promise<{ readonly file: SourceFile } | { readonly unread: LoadedDefinition }> {
  const at = placeOf(api.place, 'definition');
  const fail = (code: string, finding: Omit<Finding, 'at'>, files: readonly string[]) => {
    const diagnostics = [toDiagnostic(code, 'error', { at, ...finding }, sources)];
    return { unread: { diagnostics, files } };
  };
  if (isRemote(api.value.definition)) {
    const { code, ...finding } = remote(api.value.definition);
    return fail(code, finding, []);
  }
  const { path } = nameDefinition(api);
  const read = await sources.load(path, maxBytes);
  if ('file' in read) return read;
  return fail('definition-unreadable', explainFailure(read.failure, path, maxBytes), [path]);
}

/** Whether a file contains one object; otherwise its problems may be reported where an API names it. */
export function readsAsDefinition({ problems, documents }: SourceFile): boolean {
  return problems.length === 0 && documents.length === 1 && isJsonObject(documents[0]?.value);
}

/** Bundles an OpenAPI document with the files that it refers to, and checks its structure. */
export async function loadDefinition(
  sources: SourceFiles,
  file: SourceFile,
  namedAt: Place,
  maxBytes: number,
): Promise<LoadedDefinition> {
  const diagnostics: Diagnostic[] = [...syntaxDiagnostics(file)];
  if (diagnostics.length > 0) return { diagnostics, files: [file.path] };
  const say: Say = (code, severity, finding) =>
    diagnostics.push(toDiagnostic(code, severity, finding, sources));
  const place = { file: file.path, document: 0, pointer: '' };
  const written = rootObject(file, place, namedAt, say);
  const version = written && readOpenapiVersion(written, place, say);
  if (!version) return { diagnostics, files: [file.path] };
  const { line: openapi, root } = version;
  const read = await bundleFiles(sources, { root, file, openapi, maxBytes }, diagnostics);
  const { bundled, files } = read;
  for (const { code, ...finding } of bundled.findings) say(code, 'error', finding);
  const numberTexts = readNumberTextsOnce(bundled, read.documents);
  const definition = toDefinition(bundled, { openapi, place, files, notices: diagnostics, numberTexts });
  const resolved = hasErrors(diagnostics) ? withoutUnresolved(definition) : definition;
  const isEdited = files.some((path) => sources.isEdited(path));
  const found = await findStructuralErrors(resolved.contract, openapi, isEdited);
  const misnamed = openapi === '2.0' ? [] : findMisnamedComponents(resolved.contract);
  if (found.length + misnamed.length === 0 && !hasErrors(diagnostics))
    return { diagnostics, files, definition };
  const { part, hidden } = await findReadablePart(resolved, found);
  // Errors that only result from omitted references are reported at these references.
  const errors = withoutConsequences(found, resolved.invalidPointers ?? new Set());
  reportStructure([...misnamed, ...errors, ...hidden], resolved, sources, say);
  return { diagnostics, files, ...(part && { readablePart: part }) };
}

function toDefinition(
  bundled: Bundle,
  said: Pick<Definition, 'openapi' | 'place' | 'files' | 'notices' | 'numberTexts'>,
): Definition {
  const { contract } = bundled;
  const originOf = (pointer: string): Place => originInBundle(bundled, pointer).place;
  const referenceTo = (pointer: string) => originInBundle(bundled, pointer).reference;
  return { ...said, contract, originOf, referenceTo };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function rootObject(file: SourceFile, at: Place, namedAt: Place, say: Say): JsonObject | undefined {
  const value = file.documents[0]?.value;
  if (file.documents.length === 1 && isJsonObject(value)) return value;
  if (isJsonObject(value) && (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger'))) {
    const message = 'A second YAML document begins here, but a definition has only one.';
    const help = 'Keep one document, and remove the line `---` after it.';
    say('definition-invalid', 'error', { at: { ...at, document: 1 }, message, help });
    return undefined;
  }
  say('definition-invalid', 'error', {
    at,
    message: 'This file is not an OpenAPI document.',
    help: 'Start it with `openapi:` or `swagger:`.',
    related: [{ message: 'named here', at: namedAt }],
  });
  return undefined;
}

/** The checked parts of documents that are being edited. */
const checkedParts: CheckedParts = new WeakMap();

/** A document to bundle, with its file. */
interface ReadRoot {
  readonly root: JsonObject;
  readonly file: SourceFile;
  readonly openapi: string;
  readonly maxBytes: number;
}

/** A bundle, and the files that it was made of. */
interface BundledFiles {
  readonly bundled: Bundle;
  readonly files: readonly string[];
  readonly documents: ReadonlyMap<string, SourceDocument>;
}

/** Bundles a document repeatedly, each time with the files that the last round needed, until it needs no more. */
async function bundleFiles(
  sources: SourceFiles,
  {
    root,
    file: {
      path,
      documents: [document],
    },
    openapi,
    maxBytes,
  }: ReadRoot,
  diagnostics: Diagnostic[],
): Promise<BundledFiles> {
  const roots = new Map<string, Root>([[path, { value: root }]]);
  const documents = new Map(document && [[path, document]]);
  for (;;) {
    const known = sources.isEdited(path) ? checkedParts : undefined;
    const bundled = bundle(root, path, openapi, (file) => roots.get(file) ?? 'pending', known);
    if (bundled.needs.size === 0) return { bundled, files: [...roots.keys()], documents };
    for (const file of bundled.needs) {
      const read = await sources.load(file, maxBytes);
      roots.set(file, rootIn(read, file, maxBytes));
      if (!('file' in read)) continue;
      diagnostics.push(...syntaxDiagnostics(read.file));
      if (read.file.documents[0]) documents.set(file, read.file.documents[0]);
    }
  }
}

function rootIn(read: ReadFile, path: string, maxBytes: number): Root {
  if ('failure' in read) {
    const code = read.failure === 'not-found' ? 'reference-missing' : 'reference-unreadable';
    return { problem: { code, ...explainFailure(read.failure, path, maxBytes) } };
  }
  const { documents, problems } = read.file;
  if (problems.length > 0) return 'reported';
  const value = documents[0]?.value;
  if (documents.length === 1 && value !== undefined) return { value };
  const message = value === undefined ? `${path} is empty.` : `${path} contains more than one YAML document.`;
  const help = 'Keep only the document that is referred to.';
  return { problem: { code: 'reference-unreadable', message, help } };
}
