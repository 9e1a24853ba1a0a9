import type { OpenapiVersion } from '#openapi/plain-parts.ts';

/** At the start of a line in YAML, as a first or later member in JSON. */
const declared =
  /(?:^["']?|[{,]\s{0,99}")(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?(?<version>2\.0|3\.[0-2])(?!\d)/m;

/** The version of OpenAPI that a text declares, which may be broken; undefined if it is not an OpenAPI document. */
export function readVersionIn(text: string): OpenapiVersion | undefined {
  return declared.exec(text)?.groups?.['version'] as OpenapiVersion | undefined;
}
