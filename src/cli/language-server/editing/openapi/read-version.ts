import type { OpenapiVersion } from '#openapi/plain-parts.ts';

/** Matches the version at the start of a line in YAML, or as any member in JSON. */
const declared =
  /(?:^["']?|[{,]\s{0,99}")(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?(?<version>2\.0|3\.[0-2])(?!\d)/m;

/**
 * The OpenAPI version that a text declares, even if the text is malformed; undefined if it is not an OpenAPI document.
 */
export function readVersionIn(text: string): OpenapiVersion | undefined {
  return declared.exec(text)?.groups?.['version'] as OpenapiVersion | undefined;
}
