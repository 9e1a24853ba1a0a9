import { escapeToken } from '#source/place.ts';
import type { Discriminator, SchemaNode } from './flat-schema.ts';
import { pointerOf, type SchemaFacts } from './schema-fact.ts';

/**
 * Compares the discriminator values of an alternative, which without a mapping is the name of its component. Another
 * value makes it a different alternative; one value more or less is one more or less of an enum.
 */
export function compareDiscriminatorValues(
  facts: SchemaFacts,
  [old, now]: readonly [SchemaNode, SchemaNode],
  nameOf: (node: SchemaNode) => string | undefined,
): void {
  const [{ discriminator: base }, { discriminator: head }] = [facts.base.flat, facts.head.flat];
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
