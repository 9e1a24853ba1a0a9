import type { Digest } from '#compiled/digest.ts';
import type { EnvoyNode, RefusedVersion } from './nodes/envoy-node.ts';
import { hasAccepted } from './nodes/has-accepted.ts';
import type { RestrictedBy } from './nodes/node-programs.ts';
import type { Publications } from './publications.ts';

/** The state of an Envoy, for operators. */
export interface NodeState {
  readonly name: string;
  /** The table that the Envoy has accepted; undefined if it is between two tables, or its table is not known here. */
  readonly accepted: Digest | undefined;
  /**
   * The restricted table that it answers by; undefined unless a later table removes something from the accepted one.
   */
  readonly restricted: RestrictedBy | undefined;
  /** Whether it still has what the newest table removes, because its own table is not known here. */
  readonly removalsWait: boolean;
  readonly polledAt: number;
  readonly refused: readonly RefusedVersion[];
}

/** Compares the polls of an Envoy with what is published. */
export function describeNode(node: EnvoyNode, publications: Publications): NodeState {
  const { name, polledAt, refused } = node;
  const accepted = publications.tables.find((publication) =>
    hasAccepted(node, publication, publications.history),
  )?.table;
  return {
    name,
    accepted,
    restricted: publications.programs.restrictionOf(node),
    removalsWait: publications.programs.keepsRemoved(node),
    polledAt,
    refused,
  };
}
