import type { JsonObject } from '../../../src/compiled/json.ts';
import type { OpenapiView } from '../../../src/openapi/model.ts';
import { openDocument } from '../../../src/openapi/open-document.ts';
import type { OpenapiVersion } from '../../../src/openapi/plain-parts.ts';

/** The view of a document of one file. */
export function viewOf(contract: JsonObject, version: OpenapiVersion = '3.0'): OpenapiView {
  const field = version === '2.0' ? { swagger: version } : { openapi: `${version}.0` };
  return openDocument({ ...field, ...contract });
}

/** The view of a document that has paths and nothing in them. */
export function viewOfPaths(templates: readonly string[]): OpenapiView {
  return viewOf({ paths: Object.fromEntries(templates.map((template) => [template, {}])) });
}
