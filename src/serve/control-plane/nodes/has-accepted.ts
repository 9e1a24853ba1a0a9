import { listenerSecret } from '#export/envoy/secrets/listener-certificate.ts';
import { isKeys, isListener, programSubscription, type Subscription } from '../protocol/discovery-types.ts';
import type { Publication } from '../publications/publication.ts';
import { isStrange, type ResourceVersion } from '../protocol/version-info.ts';
import type { EnvoyNode, SubscriptionState } from './envoy-node.ts';

/**
 * Whether a node has accepted every resource of a publication that it polls for; false until it polls for all that the
 * publication needs.
 */
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
      // Keys change without the table, and earlier keys do not count.
      serves(publication, state, state.accepted, isKeys(state.subscription) ? sinceThen : history) &&
      !hasOtherSecret(publication, state),
  );
}

/**
 * Whether a node can take the program of a publication: it has accepted everything that the program refers to, or its
 * own program refers to the same resources. With `mayLackSecrets`, upstream secrets that it refuses do not matter:
 * calls to other APIs do not need them, and a node without a program answers no calls until it has one.
 */
export function isReadyFor(
  node: EnvoyNode,
  publication: Publication,
  history: readonly Publication[],
  mayLackSecrets = false,
): boolean {
  const { program } = node;
  // A resource that the node has not polled for here may come from another control plane, or may not be accepted.
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

/** Whether a node is known to have the program of a publication; true if the publication has none. */
function hasProgramOf({ program }: EnvoyNode, publication: Publication): boolean {
  if (!publication.has(programSubscription)) return true;
  return program !== undefined && publication.hasProgram(program);
}

/** Whether an Envoy may refuse a listener because of a program in it that no control plane sent. */
function isBlockedByProgram(
  program: ResourceVersion | undefined,
  { subscription, refused }: SubscriptionState,
): boolean {
  const isRefusedListener = isListener(subscription) && refused !== undefined;
  return isRefusedListener && program !== undefined && isStrange(program);
}

/**
 * Whether a node refuses the secret of an upstream. The listener's certificate is excluded: no call is answered without
 * it.
 */
function isRefusedUpstreamSecret({ subscription: { service, names }, refused }: SubscriptionState): boolean {
  return service === 'secrets' && refused !== undefined && !names.includes(listenerSecret);
}

/** The subscriptions that an Envoy must poll for before it can take the program of a publication. */
function neededOf({ needs, secrets }: Publication): readonly Subscription[] {
  return [...needs, ...[...secrets].map((name) => ({ service: 'secrets', names: [name] }) as const)];
}

/** Whether a node has later keys or a later listener from another control plane; both work with any table. */
function hasLater({ subscription, accepted }: SubscriptionState, publication: Publication): boolean {
  if (!isKeys(subscription) && !isListener(subscription)) return false;
  return (accepted?.since ?? 0) > publication.sinceFor(subscription);
}

/**
 * Whether a node has a different secret under a name that the publication uses. Such a secret is the certificate of
 * another listener.
 */
function hasOtherSecret(publication: Publication, { subscription, accepted }: SubscriptionState): boolean {
  const { service, names } = subscription;
  if (service !== 'secrets' || !accepted || !names.some((name) => publication.secrets.has(name)))
    return false;
  const version = publication.versionFor(subscription);
  return version !== undefined && version !== accepted.digest;
}

/** Whether two publications have the same version for a subscription. */
function isSameFor(subscription: Subscription, one: Publication, other: Publication): boolean {
  const version = one.versionFor(subscription);
  return version !== undefined && version === other.versionFor(subscription);
}

/** Whether a version of one subscription contains everything that the program of a publication refers to. */
function serves(
  { table, secrets }: Publication,
  { subscription }: SubscriptionState,
  version: Pick<ResourceVersion, 'digest'> | undefined,
  history: readonly Publication[],
): boolean {
  // A secret has the same content under its name in all tables, except the listener's certificate, which no program
  // needs.
  if (subscription.service === 'secrets')
    return version !== undefined || !subscription.names.some((name) => secrets.has(name));
  return (
    version !== undefined &&
    history.some((other) => other.serves.has(table) && other.versionFor(subscription) === version.digest)
  );
}
