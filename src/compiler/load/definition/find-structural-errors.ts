import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import { memberShape } from '../../../openapi/grammar.ts';
import type { Definition } from '../../workspace/workspace.ts';
import type { StructuralError } from './structural-error.ts';
import { fitsOpenapi } from '../validators/fits-openapi.ts';

/** Patch versions do not change the structure, and the parser knows some of them only. */
const knownVersions = {
  '2.0': { swagger: '2.0' },
  '3.0': { openapi: '3.0.4' },
  '3.1': { openapi: '3.1.2' },
} as const;

/** The errors by the JSON Schema of a document's OpenAPI version; for OpenAPI 3.2, only the outline is checked. */
export async function findStructuralErrors(
  contract: JsonObject,
  openapi: Definition['openapi'],
): Promise<readonly StructuralError[]> {
  const problems = findProblemsOfRoot(contract, openapi);
  if (problems.length > 0 || openapi === '3.2') return problems;
  // The parser requires paths in every document, although OpenAPI 3.1 leaves them open.
  const document = { paths: {}, ...contract, ...knownVersions[openapi] };
  if (await fitsOpenapi(document, openapi)) return [];
  const { explainUnfitDocument } = await import('./explain-unfit-document.ts');
  return explainUnfitDocument(document);
}

/** The rules that the parser reports without a location, and those that it does not check. */
function findProblemsOfRoot(
  contract: JsonObject,
  openapi: Definition['openapi'],
): readonly StructuralError[] {
  const { info } = contract;
  if (isJsonObject(info) && typeof info['version'] === 'number') {
    return [{ instancePath: '/info/version', keyword: 'type', params: {}, message: 'must be string' }];
  }
  const oneOf = openapi === '2.0' || openapi === '3.0' ? ['paths'] : ['paths', 'webhooks', 'components'];
  if (oneOf.every((field) => !Object.hasOwn(contract, field))) {
    return [{ instancePath: '', keyword: 'required', params: { missingProperty: 'paths' }, message: '' }];
  }
  return openapi === '3.2' ? findNonObjects(contract) : [];
}

/** The members of the root and of its components that must be objects, and are not. */
function findNonObjects(contract: JsonObject): readonly StructuralError[] {
  const { components } = contract;
  const sections = isJsonObject(components) ? Object.entries(components) : [];
  return [
    ...Object.entries(contract)
      .filter(([key, value]) => memberShape('Document', key) && !isJsonObject(value))
      .map(([key]) => appendPointer('', key)),
    ...sections
      .filter(([key, value]) => memberShape('Components', key) && !isJsonObject(value))
      .map(([key]) => appendPointer('', 'components', key)),
  ].map((instancePath) => ({ instancePath, keyword: 'type', params: {}, message: 'must be object' }));
}
