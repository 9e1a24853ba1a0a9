import { posix } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { placeOf, type Place } from '../../../source/place.ts';
import type { ApiDeclaration } from '../../declaration/api.ts';
import { toDiagnostic, type Finding } from '../../workspace/finding.ts';
import type { Declared, Definition } from '../../workspace/workspace.ts';
import { explainFailure } from '../explain-failure.ts';
import { syntaxDiagnostics, type SourceFiles } from '../source-files.ts';
import { bundle, type Bundle } from './bundle.ts';
import { checkStructure } from './check-structure.ts';
import { originInBundle } from './origin-in-bundle.ts';
import { readOpenapiVersion } from './openapi-version.ts';
import { pending } from './resolve-reference.ts';

export interface LoadedDefinition {
  /** Absent where there is an error among the diagnostics. */
  readonly definition?: Definition;
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was asked for. */
  readonly files: readonly string[];
}

type Say = (code: string, severity: Diagnostic['severity'], finding: Finding) => void;

/** Reads an API's OpenAPI document and the files that it refers to, bundles them and checks their structure. */
export async function loadDefinition(
  sources: SourceFiles,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
): Promise<LoadedDefinition> {
  const diagnostics: Diagnostic[] = [];
  const say: Say = (code, severity, finding) =>
    diagnostics.push(toDiagnostic(code, severity, finding, sources));
  const path = posix.join(posix.dirname(api.place.file), api.value.definition);
  const root = await readRoot(sources, path, placeOf(api.place, 'definition'), maxBytes, diagnostics);
  const openapi = root && readOpenapiVersion(root, { file: path, document: 0, pointer: '' }, say);
  if (!root || !openapi) return { diagnostics, files: [path] };
  const { bundled, files } = await bundleFiles(sources, root, path, openapi, maxBytes, diagnostics);
  for (const { code, ...finding } of bundled.findings) say(code, 'error', finding);
  const originOf = (pointer: string): Place => originInBundle(bundled, pointer);
  if (diagnostics.length === 0) await checkStructure(bundled.contract, openapi, originOf, say);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, files };
  const place = { file: path, document: 0, pointer: '' };
  return { definition: { openapi, place, contract: bundled.contract, originOf, files }, diagnostics, files };
}

async function readRoot(
  sources: SourceFiles,
  path: string,
  namedAt: Place,
  maxBytes: number,
  diagnostics: Diagnostic[],
): Promise<JsonObject | undefined> {
  const read = await sources.load(path, maxBytes);
  if ('failure' in read) {
    const finding = { at: namedAt, ...explainFailure(read.failure, path, maxBytes) };
    diagnostics.push(toDiagnostic('definition-unreadable', 'error', finding, sources));
    return undefined;
  }
  diagnostics.push(...syntaxDiagnostics(read.file));
  if (diagnostics.length > 0) return undefined;
  const value = read.file.documents[0]?.value;
  if (read.file.documents.length === 1 && isJsonObject(value)) return value;
  const finding = {
    at: { file: path, document: 0, pointer: '' },
    message: 'A definition is one OpenAPI document, and this file is not.',
    help: 'Let it begin with `openapi:` or `swagger:`.',
    related: [{ message: 'named here', at: namedAt }],
  };
  diagnostics.push(toDiagnostic('definition-invalid', 'error', finding, sources));
  return undefined;
}

/** Bundles again and again, each time with the files that the last round asked for, until it asks for none. */
async function bundleFiles(
  sources: SourceFiles,
  root: JsonObject,
  path: string,
  openapi: string,
  maxBytes: number,
  diagnostics: Diagnostic[],
): Promise<{ readonly bundled: Bundle; readonly files: readonly string[] }> {
  const files = new Set([path]);
  for (;;) {
    const bundled = bundle(root, path, openapi, (file) =>
      files.has(file) ? rootValue(sources, file) : pending,
    );
    if (bundled.needs.size === 0) return { bundled, files: [...files] };
    for (const file of bundled.needs) {
      files.add(file);
      const read = await sources.load(file, maxBytes);
      if ('file' in read) diagnostics.push(...syntaxDiagnostics(read.file));
    }
  }
}

function rootValue(sources: SourceFiles, file: string): unknown {
  const read = sources.get(file);
  return read && 'file' in read ? read.file.documents[0]?.value : undefined;
}
