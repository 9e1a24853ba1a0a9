import type { Digest } from '#compiled/digest.ts';
import type { EnvoyNode, RefusedVersion } from './nodes/envoy-node.ts';
import { hasAccepted } from './nodes/has-accepted.ts';
import type { RestrictedBy } from './nodes/node-programs.ts';
import type { Publications } from './publications.ts';

/** How an Envoy is doing, for operators. */
export interface NodeState {
  readonly name: string;
  /** The table that it has accepted; undefined if it is in between two, or has one that is not known here. */
  readonly accepted: Digest | undefined;
  /** The table that it answers by, if a later one takes something away from the accepted one. */
  readonly restricted: RestrictedBy | undefined;
  /** Whether it keeps what the newest table takes away, since the table that it answers by is not known here. */
  readonly removalsWait: boolean;
  readonly polledAt: number;
  readonly refused: readonly RefusedVersion[];
}

/** How an Envoy is doing with what is published. */
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
