import { isJsonObject, type JsonObject, type Json } from '#compiled/json.ts';
import { splitDocument, withoutParts } from '#openapi/document-parts.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { type StructuralError, fitsOpenapi } from '../../validators/fits-openapi.ts';
import { entryShape, memberShape, type MemberShape, type NodeType } from '#openapi/grammar.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { dialectOf } from '#openapi/schema/dialects.ts';

/**
 * The version as which each line is checked. Patch versions do not change the structure, and the schemas of 2.0 and 3.0
 * accept only some of them.
 */
const knownVersions = {
  '2.0': { swagger: '2.0' },
  '3.0': { openapi: '3.0.4' },
  '3.1': { openapi: '3.1.2' },
  '3.2': { openapi: '3.2.0' },
} as const;

/**
 * The violations of the JSON Schema of a document's OpenAPI version, and of the dialects of its schemas. In a document
 * that is being edited, parts that were valid in its last state are not checked again.
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

/** Valid parts of documents, with the place, the version and the dialect for which they are valid. */
const fitting = new WeakMap<JsonObject, string>();

/**
 * Whether a document fits the JSON Schema of its version. Parts that are known to be valid are skipped, since the
 * validity of a part does not depend on other parts.
 */
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

/** Errors that the schemas would report several times, or at another place. */
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

/**
 * A document whose schemas each declare the dialect, if `jsonSchemaDialect` is not OpenAPI's own dialect (OpenAPI 3.1,
 * section 4.8.24.5); otherwise the document itself.
 */
function declareDialect(contract: JsonObject, openapi: OpenapiVersion): JsonObject {
  const { jsonSchemaDialect: dialect } = contract;
  if (openapi === '2.0' || openapi === '3.0' || typeof dialect !== 'string') return contract;
  return dialectOf(dialect) === 'base' ? contract : copyNode(contract, 'Document', dialect);
}

function copyNode(value: JsonObject, type: NodeType, dialect: string): JsonObject {
  if (type === 'Schema') return { $schema: dialect, ...value };
  const members = Object.entries(value).map(([key, member]): readonly [string, Json] => {
    const shape = memberShape(type, key);
    return [key, shape ? copyMember(member, shape, dialect) : member] as const;
  });
  return Object.fromEntries(members);
}

function copyMember(value: Json, shape: MemberShape, dialect: string): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.map((item) => (isJsonObject(item) ? copyNode(item, shape.type, dialect) : item));
  }
  if (!isJsonObject(value)) return value;
  if (shape.as !== 'map') return copyNode(value, shape.type, dialect);
  const entries = Object.entries(value).map(([name, entry]) => {
    const inner = entryShape(shape, name);
    return [name, inner && isJsonObject(entry) ? copyNode(entry, inner.type, dialect) : entry] as const;
  });
  return Object.fromEntries(entries);
}
