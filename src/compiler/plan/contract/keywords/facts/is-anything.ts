import type { SchemaNode } from './flat-schema.ts';
import { allowsAll } from './schema-keywords.ts';

/** Whether it is plain that a schema allows every value. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}
