import type { BodyNode, SchemaNode } from '#openapi/model.ts';
import { describeType } from './describe-type.ts';

/** One member of a body, at any depth. */
export interface BodyField {
  /** From the top: `owner.name`, `dogs[].name`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Markdown; may be empty. */
  readonly description: string;
}

/** Members further inside are in the document. */
const maxDepth = 3;

/** The most fields that are read. */
const maxFields = 200;

/** The fields of a body, those inside others after them. A schema inside of itself is listed once. */
export function listFields({ fields, schema, document }: BodyNode): readonly BodyField[] {
  if (fields)
    return fields.slice(0, maxFields).map(({ name, isRequired, schema: own }) => {
      const node = document.schemaAt(own, undefined);
      return { name, isRequired, type: describeType(node), description: node?.text('description') ?? '' };
    });
  const found: BodyField[] = [];
  if (schema) collect(schema, '', [], found);
  return found;
}

function collect(schema: SchemaNode, prefix: string, above: readonly SchemaNode[], found: BodyField[]): void {
  if (above.length > maxDepth || above.some(({ value }) => value === schema.value)) return;
  const inside = [...above, schema];
  if (schema.isArray) {
    if (schema.items) collect(schema.items, `${prefix}[]`, inside, found);
    return;
  }
  for (const { name, schema: own } of schema.properties.values()) {
    if (found.length >= maxFields) return;
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const description = descriptionOf(own);
    found.push({ name: path, type: describeType(own), isRequired: schema.required.has(name), description });
    if (own) collect(own, path, inside, found);
  }
}

function descriptionOf(schema: SchemaNode | undefined): string {
  const description = schema?.keyword('description');
  return typeof description === 'string' ? description : '';
}
