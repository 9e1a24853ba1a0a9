import type { JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';

/** A document of one file. */
export function documentOf(contract: JsonObject, version: OpenapiVersion = '3.0'): OpenapiDocument {
  const field = version === '2.0' ? { swagger: version } : { openapi: `${version}.0` };
  return openDocument({ ...field, ...contract });
}

/** A document that has paths and nothing in them. */
export function documentOfPaths(templates: readonly string[]): OpenapiDocument {
  return documentOf({ paths: Object.fromEntries(templates.map((template) => [template, {}])) });
}
