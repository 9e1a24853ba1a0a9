import type { SchemaNode } from './flat-schema.ts';
import { allowsAll } from './schema-keywords.ts';

/** Whether a schema certainly allows every value, as its own keywords show. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}
