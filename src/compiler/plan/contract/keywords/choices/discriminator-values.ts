import { isJsonObject, type Json } from '#compiled/json.ts';
import { escapeToken } from '#source/place.ts';
import type { Discriminator, SchemaNode } from '../facts/flat-schema.ts';
import { pointerOf, type SchemaFacts } from '../facts/schema-fact.ts';

/** Reads a Discriminator Object, or the property name that OpenAPI 2.0 has in its place. */
export function readDiscriminator(value: Json | undefined): Discriminator | undefined {
  if (typeof value === 'string') return { property: value, values: new Map(), allValues: new Map() };
  if (!isJsonObject(value) || typeof value['propertyName'] !== 'string') return undefined;
  const mapping = isJsonObject(value['mapping']) ? value['mapping'] : {};
  const mapped = Object.entries(mapping).flatMap(([name, target]) =>
    typeof target === 'string' ? [[pointerOfTarget(target), name] as const] : [],
  );
  const values = new Map(mapped.toReversed());
  const allValues = new Map(
    [...values.keys()].map((pointer) => [
      pointer,
      mapped.flatMap(([at, name]) => (at === pointer ? name : [])),
    ]),
  );
  return { property: value['propertyName'], values, allValues };
}

/**
 * The pointer of a mapping's target, which is a reference or the name of a component (OpenAPI 3.0.4, section 4.7.25).
 */
function pointerOfTarget(target: string): string {
  return target.startsWith('#') ? target.slice(1) : `/components/schemas/${target}`;
}

/**
 * Compares the discriminator values of an alternative; without a mapping, its value is the name of its component. If
 * values are both added and removed, the discriminator changed; otherwise each value is reported like an added or
 * removed enum value.
 */
export function compareDiscriminatorValues(
  facts: SchemaFacts,
  [old, now]: readonly [SchemaNode, SchemaNode],
  nameOf: (node: SchemaNode) => string | undefined,
): void {
  const [{ discriminator: base }, { discriminator: head }] = [
    facts.base.flat.choices,
    facts.head.flat.choices,
  ];
  if (!base || !head) return;
  const [before, after] = [valuesOf(old, base, nameOf), valuesOf(now, head, nameOf)];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  const at = { base: pointerOf(old), head: pointerOf(now) };
  if (removed.length > 0 && added.length > 0) {
    const [was, is] = [before.join(', '), after.join(', ')];
    const what = `${was} → ${is}`;
    return facts.report('discriminator-changed', { before: was, after: is, part: base.property, what, at });
  }
  const step = `/${escapeToken(base.property)}`;
  for (const value of removed) {
    const detail = { action: 'remove', before: value, what: 'was removed' } as const;
    facts.report('enum-value-removed', { ...detail, part: `value "${value}"`, step, at });
  }
  for (const value of added) {
    const detail = { action: 'add', after: value, what: 'was added' } as const;
    facts.report('enum-value-added', { ...detail, part: `value "${value}"`, step, at });
  }
}

function valuesOf(
  node: SchemaNode,
  { allValues }: Discriminator,
  nameOf: (node: SchemaNode) => string | undefined,
): readonly string[] {
  const mapped = node.parts.map(({ pointer }) => allValues.get(pointer)).find(Boolean);
  return mapped ?? [nameOf(node) ?? ''];
}
