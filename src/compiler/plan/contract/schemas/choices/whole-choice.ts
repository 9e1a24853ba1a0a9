import type { Choice, Located, SchemaNode } from '../flat-schema.ts';
import type { SchemaNodes } from '../nodes/schema-nodes.ts';
import type { Alternative } from './match-alternatives.ts';

/** A choice with all that its alternatives mean where it is written. */
export interface WholeChoice {
  readonly alternatives: readonly Alternative[];
  readonly isExclusive: boolean;
  /** Whether clients choose an alternative by the value of a property. */
  readonly hasDiscriminator: boolean;
}

/** A choice of a schema, each alternative merged with the rest of the schema, or with all but the other choices. */
export function wholeChoice(
  choice: Choice,
  node: SchemaNode,
  nodes: SchemaNodes,
  keepsOthers: boolean,
): WholeChoice {
  const only = keepsOthers ? choice : undefined;
  const [rest, open] = [nodes.withoutChoice(node, only), nodes.withoutUnevaluated(node, only)];
  const beside = ({ parts: own }: SchemaNode, parts: readonly Located[]) =>
    nodes.withoutNull(nodes.joined([...own, ...parts.filter(({ value }) => Object.keys(value).length > 0)]));
  return {
    isExclusive: choice.isExclusive,
    hasDiscriminator: choice.leaf['discriminator'] !== undefined,
    alternatives: choice.alternatives.map((written) => ({
      written,
      whole: beside(written, rest),
      open: beside(written, open),
    })),
  };
}
