import type { Choice, Located, SchemaNode } from '../../keywords/facts/flat-schema.ts';
import type { WholeChoice } from '../../keywords/facts/schema-meaning.ts';
import type { SchemaNodes } from './schema-nodes.ts';

/**
 * A choice of a schema, with each alternative merged with the rest of the schema: without its other choices, or with
 * them if `keepsOthers`.
 */
export function wholeChoice(
  choice: Choice,
  node: SchemaNode,
  nodes: SchemaNodes,
  keepsOthers: boolean,
): WholeChoice {
  const only = keepsOthers ? choice : undefined;
  const [rest, open] = [nodes.withoutChoice(node, only), nodes.withoutUnevaluated(node, only)];
  const joinWith = ({ parts: own }: SchemaNode, parts: readonly Located[]) =>
    nodes.withoutNull(nodes.joined([...own, ...parts.filter(({ value }) => Object.keys(value).length > 0)]));
  return {
    isExclusive: choice.isExclusive,
    hasDiscriminator: choice.leaf['discriminator'] !== undefined,
    alternatives: choice.alternatives.map((written) => ({
      written,
      whole: joinWith(written, rest),
      open: joinWith(written, open),
    })),
  };
}
