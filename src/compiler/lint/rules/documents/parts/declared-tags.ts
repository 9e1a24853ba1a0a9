import { isJsonObject, type Json } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';

/** A tag that a document describes. */
export interface DeclaredTag {
  readonly name: string;
  /** The name of the parent tag (OpenAPI 3.2, section 4.22.1). */
  readonly parent: string | undefined;
  readonly pointer: string;
}

/** The tags that a document describes, in its order. */
export function declaredTags({ root }: OpenapiDocument): readonly DeclaredTag[] {
  const { tags } = root;
  if (!Array.isArray(tags)) return [];
  return (tags as readonly Json[]).flatMap((tag, index) => {
    if (!isJsonObject(tag) || typeof tag['name'] !== 'string') return [];
    const { name, parent } = tag;
    const pointer = `/tags/${index}`;
    return [{ name, parent: typeof parent === 'string' ? parent : undefined, pointer }];
  });
}
