import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPI } from 'openapi-types';
import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf, type Digest } from '../../../compiled/digest.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import { findMostSpecificErrors } from './most-specific-errors.ts';
import type { StructuralError } from './structural-error.ts';

/** Documents whose problems are remembered, so that a reload checks only what changed: the parser is slow to start. */
const maxRemembered = 1000;
const remembered = new Map<Digest, readonly StructuralError[]>();

/** The parser's most specific errors for a document, independent of the order of keys. */
export async function explainUnfitDocument(document: JsonObject): Promise<readonly StructuralError[]> {
  const text = canonicalJson(document);
  const digest = digestOf(text);
  const known = remembered.get(digest);
  if (known) return known;
  const errors = findMostSpecificErrors(await validate(JSON.parse(text) as OpenAPI.Document), document);
  const oldest = remembered.size < maxRemembered ? undefined : remembered.keys().next().value;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(digest, errors);
  return errors;
}

/** References are left as they are, so that a problem is found once, where it is. */
async function validate(document: OpenAPI.Document): Promise<readonly StructuralError[]> {
  try {
    await SwaggerParser.validate(document, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    const { details } = error as { details?: readonly StructuralError[] };
    if (!details) throw error;
    return details;
  }
}
