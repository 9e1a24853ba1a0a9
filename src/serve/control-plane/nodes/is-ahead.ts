import { isKeys, isListener, type Subscription } from '../protocol/discovery-types.ts';
import type { EnvoyNode } from './envoy-node.ts';
import type { PublishedHistory, PublishedTable } from '../publications/published-table.ts';
import { maxSkewMs, type ReplacedKeys, type ResourceVersion } from '../protocol/version-info.ts';

/**
 * Whether a node has a later table or later keys than this control plane publishes. Later ones must not be undone. If
 * the table has no commit time, a version that this control plane published at about the same time counts as earlier,
 * whatever another control plane's clock shows.
 */
export function isAhead(
  { versions }: EnvoyNode,
  subscription: Subscription,
  published: PublishedHistory,
): boolean {
  return versions.some(([held, version]) => {
    // Later keys or a later listener do not make the table later.
    if (isKeys(held) && !isKeys(subscription)) return false;
    if (isListener(held) && !isListener(subscription)) return false;
    return isLater(held, version, published);
  });
}

function isLater(
  held: Subscription,
  { digest, since, restriction, replaced }: ResourceVersion,
  { history, newest }: PublishedHistory,
): boolean {
  if (since <= (history[0]?.sinceFor(held) ?? 0)) return false;
  if (replaced && isReplaced(newest, replaced)) return true;
  const skew = newest?.isDated && !isKeys(held) ? 1 : maxSkewMs;
  return !history.some(
    (publication) =>
      (publication.digestFor(held) === digest || publication.table === restriction?.by) &&
      since - publication.sinceFor(held) < skew,
  );
}

/** Whether the keys published here were replaced, so that their replacement is later. */
function isReplaced(newest: PublishedTable | undefined, { digest, since }: ReplacedKeys): boolean {
  const keys = newest?.keys;
  return keys?.digest === digest && Math.abs(since - keys.since) < maxSkewMs;
}
