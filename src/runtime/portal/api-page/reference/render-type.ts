import type { SchemaNode } from '#openapi/model.ts';
import { nameOfSchema, schemaBelow, type WrittenSchema } from '#openapi/named-schemas.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import type { ReferencePaths } from './reference-paths.ts';

const { reference } = texts;

/** The type of the values of a schema: `string or null`, `array of Dog`, with a link to the page of a named schema. */
export function renderType({ written, node }: WrittenSchema, paths: ReferencePaths, depth = 0): Html {
  if (!node) return html`${written === false ? reference.nothing : reference.anything}`;
  const name = nameOfSchema(node);
  if (name !== undefined) return renderName(name, paths);
  return renderOwnType(node, paths, depth);
}

/** The type of a schema without its name. */
export function renderOwnType(node: SchemaNode, paths: ReferencePaths, depth = 0): Html {
  const items = node.isArray && depth < 3 ? itemsOf(node) : undefined;
  const isNullable = node.types.includes('null') && node.types.length > 1;
  if (items)
    return html`${reference.arrayOf}${renderType(items, paths, depth + 1)}${isNullable ? `${reference.or}null` : undefined}`;
  return html`${namedTypes(node)}`;
}

/** The name of a schema as a link to its page. */
export function renderName(name: string, paths: ReferencePaths): Html {
  const path = paths.named(name);
  const shown = cutText(name, 200);
  return path === undefined ? html`<bdi>${shown}</bdi>` : html`<a href="${path}"><bdi>${shown}</bdi></a>`;
}

/** The schema of all items of an array, in the part that declares it. */
export function itemsOf(node: SchemaNode): WrittenSchema | undefined {
  const holder = node.parts.find(({ value }) => value['items'] !== undefined);
  return holder && schemaBelow(holder, 'items');
}

function namedTypes(node: SchemaNode): string {
  if (node.types.length > 0) return cutText(node.types.join(reference.or), 200);
  if (node.isObject) return 'object';
  if (node.isArray) return 'array';
  const { length } = node.alternatives;
  return length > 0 ? reference.forms(length) : reference.anything;
}
