import type { BodyNode, SchemaNode } from '#openapi/model.ts';

/** Schemas in schemas; examples of anything deeper are not searched for. */
const maxDepth = 50;

/** Whether a body has an example: of its own, of its schema, or of every part of its schema. */
export function isIllustrated({ examples, schema }: BodyNode): boolean {
  return examples.length > 0 || new ExampleSearch().isIllustrated(schema, 0);
}

class ExampleSearch {
  readonly #known = new Map<SchemaNode, boolean>();

  isIllustrated(schema: SchemaNode | undefined, depth: number): boolean {
    if (!schema || depth > maxDepth) return false;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A schema that contains itself is as good as its other parts.
    this.#known.set(schema, true);
    const result = hasOwnExample(schema) || this.#hasIllustratedParts(schema, depth + 1);
    this.#known.set(schema, result);
    return result;
  }

  #hasIllustratedParts({ isArray, items, alternatives, properties }: SchemaNode, depth: number): boolean {
    if (isArray) return this.isIllustrated(items, depth);
    if (alternatives.length > 0) return alternatives.some((one) => this.isIllustrated(one, depth));
    const members = [...properties.values()];
    return members.length > 0 && members.every((member) => this.isIllustrated(member.schema, depth));
  }
}

/** A fixed value, a list of values, and a boolean explain themselves. */
function hasOwnExample(schema: SchemaNode): boolean {
  return (
    schema.parts.some(({ examples }) => examples.length > 0) ||
    schema.isOnly('boolean') ||
    ['const', 'enum'].some((name) => schema.keyword(name) !== undefined)
  );
}
