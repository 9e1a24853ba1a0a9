import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { splitDocument, withoutParts } from '#openapi/document-parts.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { declareDialect } from './declare-dialect.ts';
import { type StructuralError, fitsOpenapi } from '../../validators/fits-openapi.ts';

/** Patch versions do not change the structure, and the schemas of 2.0 and 3.0 know some of them only. */
const knownVersions = {
  '2.0': { swagger: '2.0' },
  '3.0': { openapi: '3.0.4' },
  '3.1': { openapi: '3.1.2' },
  '3.2': { openapi: '3.2.0' },
} as const;

/**
 * The errors by the JSON Schema of a document's OpenAPI version, and by the dialects of its schemas. Of a document that
 * somebody edits, the parts that fitted in its last state are not checked again.
 */
export async function findStructuralErrors(
  contract: JsonObject,
  openapi: Definition['openapi'],
  isEdited = false,
): Promise<readonly StructuralError[]> {
  const problems = findProblemsOfRoot(contract, openapi);
  if (problems.length > 0) return problems;
  if (await (isEdited ? fitsInParts(contract, openapi) : fits(contract, openapi))) return [];
  const document = { ...declareDialect(contract, openapi), ...knownVersions[openapi] };
  const { explainUnfitDocument } = await import('./explain-unfit-document.ts');
  return explainUnfitDocument(document, openapi);
}

/** Parts of documents that fit, with the place, the version and the dialect for which they do. */
const fitting = new WeakMap<JsonObject, string>();

/** Whether a document fits the JSON Schema of its version, by which each of its parts is valid or not by itself. */
async function fitsInParts(contract: JsonObject, openapi: Definition['openapi']): Promise<boolean> {
  const { jsonSchemaDialect } = contract;
  const keyOf = (pointer: string) => `${openapi} ${JSON.stringify(jsonSchemaDialect)} ${pointer}`;
  const unknown = withoutParts(contract, (pointer, part) => fitting.get(part) === keyOf(pointer));
  if (!(await fits(unknown, openapi))) return false;
  for (const [pointer, part] of splitDocument(unknown).parts) fitting.set(part, keyOf(pointer));
  return true;
}

function fits(contract: JsonObject, openapi: Definition['openapi']): Promise<boolean> {
  return fitsOpenapi({ ...declareDialect(contract, openapi), ...knownVersions[openapi] }, openapi);
}

/** The errors that the schemas would report as several, or at another place. */
function findProblemsOfRoot(
  contract: JsonObject,
  openapi: Definition['openapi'],
): readonly StructuralError[] {
  const { info } = contract;
  if (isJsonObject(info) && typeof info['version'] === 'number') {
    return [{ instancePath: '/info/version', keyword: 'type', params: { type: 'string' }, message: '' }];
  }
  const oneOf = openapi === '2.0' || openapi === '3.0' ? ['paths'] : ['paths', 'webhooks', 'components'];
  if (oneOf.every((field) => !Object.hasOwn(contract, field))) {
    return [{ instancePath: '', keyword: 'required', params: { missingProperty: 'paths' }, message: '' }];
  }
  return [];
}
