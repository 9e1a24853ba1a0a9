import type { OpenAPI } from 'openapi-types';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { errorsByOpenapi, type StructuralError } from '../../validators/fits-openapi.ts';
import { findMostSpecificErrors } from './most-specific-errors.ts';

/** Documents whose problems are remembered, so that a reload checks only what changed: the parser is slow to start. */
const maxRemembered = 1000;
const remembered = new Map<Digest, readonly StructuralError[]>();

/** The most specific errors of a document, independent of the order of keys. */
export async function explainUnfitDocument(
  document: JsonObject,
  openapi: OpenapiVersion,
): Promise<readonly StructuralError[]> {
  const text = canonicalJson(document);
  const digest = digestOf(text);
  const known = remembered.get(digest);
  if (known) return known;
  const sorted = JSON.parse(text) as JsonObject;
  const all = openapi === '2.0' ? await parseSwagger(sorted) : await errorsByOpenapi(sorted, openapi);
  const errors = findMostSpecificErrors(all, document);
  const oldest = remembered.size < maxRemembered ? undefined : remembered.keys().next().value;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(digest, errors);
  return errors;
}

/**
 * References are left as they are, so that a problem is found once, where it is. The parser compares the items
 * of a list by their `constructor`, `toString` and `valueOf`, so it misses errors or throws where they have such fields.
 */
async function parseSwagger(document: JsonObject): Promise<readonly StructuralError[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    // The library validates any object, but its types take only documents that are valid already.
    await SwaggerParser.validate(document as unknown as OpenAPI.Document, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
  } catch (error) {
    const { details } = error as { details?: readonly StructuralError[] };
    if (details) return details;
  }
  return errorsByOpenapi(document, '2.0');
}
