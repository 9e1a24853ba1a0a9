import type { JsonObject } from '../../../src/compiled/json.ts';
import { OpenapiView } from '../../../src/compiler/workspace/openapi/openapi-view.ts';
import type { Definition } from '../../../src/compiler/workspace/workspace.ts';

/** The view of a document of one file. */
export function viewOf(contract: JsonObject, openapi: Definition['openapi'] = '3.0'): OpenapiView {
  const placeAt = (pointer: string) => ({ file: 'openapi.yaml', document: 0, pointer });
  return new OpenapiView({
    openapi,
    contract,
    place: placeAt(''),
    originOf: placeAt,
    referenceTo: () => undefined,
    files: ['openapi.yaml'],
    notices: [],
  });
}

/** The view of a document that has paths and nothing in them. */
export function viewOfPaths(templates: readonly string[]): OpenapiView {
  return viewOf({ paths: Object.fromEntries(templates.map((template) => [template, {}])) });
}
