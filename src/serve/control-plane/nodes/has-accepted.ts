import { listenerSecret } from '#export/envoy/secrets/listener-certificate.ts';
import { isKeys, isListener, programSubscription, type Subscription } from '../protocol/discovery-types.ts';
import type { Publication } from '../publications/publication.ts';
import { isStrange, type ResourceVersion } from '../protocol/version-info.ts';
import type { EnvoyNode, SubscriptionState } from './envoy-node.ts';

/** Whether a node has accepted a publication: all that it polls for, which is not known before it does. */
export function hasAccepted(
  node: EnvoyNode,
  publication: Publication,
  history: readonly Publication[],
): boolean {
  const isKnown = node.subscriptions.length > 0 && publication.needs.every((needed) => node.has(needed));
  if (!isKnown || !hasProgramOf(node, publication)) return false;
  const sinceThen = history.slice(0, history.indexOf(publication) + 1);
  return node.others.every(
    (state) =>
      // Keys change without the table, and those of before do not count.
      serves(publication, state, state.accepted, isKeys(state.subscription) ? sinceThen : history) &&
      !hasOtherSecret(publication, state),
  );
}

/**
 * Whether a node can take the program of a publication: it has accepted all that the program refers to, or its own program
 * refers to the same. One without a program does not begin to answer calls before; `mayLackSecrets` lets it without the secrets
 * of upstreams that it refuses, since calls of other APIs do not need them.
 */
export function isReadyFor(
  node: EnvoyNode,
  publication: Publication,
  history: readonly Publication[],
  mayLackSecrets = false,
): boolean {
  const { program } = node;
  // What has not been polled for yet may be of another control plane, or is not known to be accepted.
  if (!neededOf(publication).every((needed) => node.has(needed))) return false;
  const own = program && history.find((other) => other.hasProgram(program));
  return node.others.every(
    (state) =>
      !publication.has(state.subscription) ||
      isBlockedByProgram(program, state) ||
      hasLater(state, publication) ||
      (own && isSameFor(state.subscription, own, publication)) ||
      (mayLackSecrets && isRefusedUpstreamSecret(state)) ||
      serves(publication, state, state.accepted, history),
  );
}

/** Whether a node is known to have the program of a publication, if there is one. */
function hasProgramOf({ program }: EnvoyNode, publication: Publication): boolean {
  if (!publication.has(programSubscription)) return true;
  return program !== undefined && publication.hasProgram(program);
}

/** Whether the program, which no control plane has sent, may be why an Envoy refuses a listener that contains it. */
function isBlockedByProgram(
  program: ResourceVersion | undefined,
  { subscription, refused }: SubscriptionState,
): boolean {
  const isRefusedListener = isListener(subscription) && refused !== undefined;
  return isRefusedListener && program !== undefined && isStrange(program);
}

/** Without the certificate of the listener, no call is answered. */
function isRefusedUpstreamSecret({ subscription: { service, names }, refused }: SubscriptionState): boolean {
  return service === 'secrets' && refused !== undefined && !names.includes(listenerSecret);
}

/** What an Envoy polls for before it can take the program of a publication. */
function neededOf({ needs, secrets }: Publication): readonly Subscription[] {
  return [...needs, ...[...secrets].map((name) => ({ service: 'secrets', names: [name] }) as const)];
}

/** Whether it has keys or a listener of a control plane that knows later ones, which serve any table. */
function hasLater({ subscription, accepted }: SubscriptionState, publication: Publication): boolean {
  if (!isKeys(subscription) && !isListener(subscription)) return false;
  return (accepted?.since ?? 0) > publication.sinceFor(subscription);
}

/** Whether it has another secret under the name of one of a publication: the certificate of another listener. */
function hasOtherSecret(publication: Publication, { subscription, accepted }: SubscriptionState): boolean {
  const { service, names } = subscription;
  if (service !== 'secrets' || !accepted || !names.some((name) => publication.secrets.has(name)))
    return false;
  const version = publication.versionFor(subscription);
  return version !== undefined && version !== accepted.digest;
}

/** Whether two publications have the same for a subscription. */
function isSameFor(subscription: Subscription, one: Publication, other: Publication): boolean {
  const version = one.versionFor(subscription);
  return version !== undefined && version === other.versionFor(subscription);
}

/** Whether a version of one subscription contains what the program of a publication refers to. */
function serves(
  { table, secrets }: Publication,
  { subscription }: SubscriptionState,
  version: Pick<ResourceVersion, 'digest'> | undefined,
  history: readonly Publication[],
): boolean {
  // A secret is the same under its name in all tables, but for the certificate of the listener, which no program needs.
  if (subscription.service === 'secrets')
    return version !== undefined || !subscription.names.some((name) => secrets.has(name));
  return (
    version !== undefined &&
    history.some((other) => other.serves.has(table) && other.versionFor(subscription) === version.digest)
  );
}
