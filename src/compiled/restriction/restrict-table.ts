import { apiKey } from '../api-key.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { CompiledApi } from '../compiled-api.ts';
import type { Compiled } from '../compiled.ts';
import { digestOf, type Digest } from '../digest.ts';
import {
  forwardsCalls,
  type ListName,
  type Manifest,
  type ManifestApi,
  type ManifestEntry,
  type ManifestLists,
  type ManifestSubscription,
  allLists,
  type ManifestApplication,
  type ManifestKeySet,
  type ManifestUser,
} from '../manifest.ts';
import { sameJson } from '../json.ts';
import { compareEntries } from '../table-change.ts';
import { restrictOperations } from './restrict-operations.ts';
import { compareLists } from '../list-difference.ts';
import type { ManifestIdentityProvider } from '../settings/identity-providers.ts';
import type { GatewaySettings } from '../settings/gateway-settings.ts';

interface StartOfTokens {
  readonly tokensNotBefore?: number;
}

/**
 * An earlier table without the access that a newer table removes: it refuses every call that either table refuses
 * because of its API, its operation, its token or its subscription. Everything else, such as upstreams, limits and
 * CORS, is as in the earlier table. Returns `earlier` itself if no access is removed. The digest covers the
 * differences, not the manifest.
 */
export function restrictTable(earlier: Compiled, newer: Compiled): Compiled {
  const [before, after] = [earlier.manifest, newer.manifest];
  const parts = new Map(earlier.apis);
  const apis = restrictList('apis', before, after, (declared, other) => {
    const api = restrictAddresses(declared, other);
    if (api.state === 'created') return api;
    // The newer table determines how calls to the API are refused.
    if (!forwardsCalls(other)) return { ...other, part: api.part };
    const part = restrictPart(earlier.apis.get(api.part), newer.apis.get(other.part));
    return part ? { ...api, part: addPart(parts, part) } : api;
  });
  const identityProviders = restrictList('identityProviders', before, after, (provider) => provider);
  const applications = restrictList('applications', before, after, restrictApplication);
  const manifest: Manifest = {
    ...before,
    gateway: restrictSettings(before.gateway, after.gateway),
    apis,
    subscriptions: restrictSubscriptions(before, newer, apis),
    applications: keepProviders(applications, identityProviders),
    users: restrictList('users', before, after, restrictUser),
    identityProviders,
  };
  if (isSame(before, manifest)) return earlier;
  return { manifest, apis: keepNamed(parts, apis), digest: digestRestricted(earlier, manifest) };
}

function isSame(one: Manifest, other: Manifest): boolean {
  const names = Object.keys(one) as (keyof Manifest)[];
  return names.every((name) => one[name] === other[name]);
}

function restrictSubscriptions(
  earlier: Manifest,
  newer: Compiled,
  apis: readonly ManifestApi[],
): readonly ManifestSubscription[] {
  const partOf = new Map(newer.manifest.apis.map((api) => [apiKey(api), api.part]));
  const subscriptions = restrictList('subscriptions', earlier, newer.manifest, (subscription, other) => {
    const { scopes = {} } = newer.apis.get(partOf.get(other.api) ?? 'sha256:') ?? {};
    return restrictSubscription(subscription, other, (scope) => Object.hasOwn(scopes, scope));
  });
  // Subscriptions refer to APIs by name, so an API that was removed because its address has changed may still have
  // some.
  const remaining = new Set(apis.map(apiKey));
  return subscriptions.every(({ api }) => remaining.has(api))
    ? subscriptions
    : subscriptions.filter(({ api }) => remaining.has(api));
}

/** Returns an entry without the access that the newer entry removes. */
type Restrict<Name extends ListName> = (
  entry: ManifestEntry<Name>,
  newer: ManifestEntry<Name>,
) => ManifestEntry<Name>;

/** The remaining entries; the same list if no access is removed. */
function restrictList<Name extends ListName>(
  name: Name,
  earlier: ManifestLists,
  newer: ManifestLists,
  restrict: Restrict<Name>,
): readonly ManifestEntry<Name>[] {
  const { removed, changed } = compareEntries(name, earlier, newer);
  const entries: readonly ManifestEntry<Name>[] = earlier[name];
  const left = new Set(removed);
  const restricted = new Map(
    changed
      .map(([entry, other]) => [entry, restrict(entry, other)] as const)
      .filter(([entry, less]) => !sameJson(entry, less)),
  );
  if (left.size + restricted.size === 0) return entries;
  return entries.flatMap((entry) => (left.has(entry) ? [] : [restricted.get(entry) ?? entry]));
}

/** Drops the further addresses that the newer table removes, because they may lead to another API there. */
function restrictAddresses(api: ManifestApi, { alsoAt: newer = [] }: ManifestApi): ManifestApi {
  const { alsoAt: earlier, ...others } = api;
  if (!earlier) return api;
  const alsoAt = earlier.filter(({ path }) => newer.some((other) => other.path === path));
  return { ...others, ...(alsoAt.length > 0 && { alsoAt }) };
}

/** The restricted part; undefined if there is nothing to restrict. */
function restrictPart(
  part: CompiledApi | undefined,
  newer: CompiledApi | undefined,
): CompiledApi | undefined {
  if (!part || !newer || part === newer) return undefined;
  const { undeclared, ...others } = part;
  const { production, sandbox } = part.endpoints;
  const operations = restrictOperations(part.operations, newer.operations);
  // A call that only one of the two parts declares may require a scope there.
  const [calls, ...known] = [operations, part.operations, newer.operations].map(listCalls);
  const passes = undeclared && newer.undeclared && known.every((one) => sameJson(calls, one));
  return {
    ...others,
    ...(passes && { undeclared }),
    endpoints: {
      ...(production && newer.endpoints.production && { production }),
      ...(sandbox && newer.endpoints.sandbox && { sandbox }),
    },
    operations,
  };
}

function listCalls(operations: CompiledApi['operations']): readonly string[] {
  return operations.map(({ method, path }) => `${method} ${path}`);
}

function addPart(parts: Map<Digest, CompiledApi>, part: CompiledApi): Digest {
  const digest = digestOf(canonicalJson(part));
  if (!parts.has(digest)) parts.set(digest, part);
  return digest;
}

function keepNamed(
  parts: ReadonlyMap<Digest, CompiledApi>,
  apis: readonly ManifestApi[],
): ReadonlyMap<Digest, CompiledApi> {
  const named = new Set(apis.map(({ part }) => part));
  return new Map([...parts].filter(([digest]) => named.has(digest)));
}

/**
 * The digest of a restricted table: it covers the earlier table, and the entries that are removed or replaced. It is
 * the same on all gateways, whatever settings they use, and is fast to compute for a large table.
 */
function digestRestricted({ digest, manifest: before }: Compiled, manifest: Manifest): Digest {
  const lists = allLists.flatMap(({ name }) => {
    const { added, removed } = compareLists<object>(before[name], manifest[name]);
    return added.length + removed.length === 0 ? [] : [[name, { added, removed }] as const];
  });
  const { tokensNotBefore = null } = manifest.gateway.token;
  return digestOf(canonicalJson({ table: digest, tokensNotBefore, lists: Object.fromEntries(lists) }));
}

/**
 * A subscription that is blocked if the newer one is, without the scopes that the newer one lacks. `isKnown` tests
 * whether the newer API has a scope; the subscription does not lose scopes that the API no longer has.
 */
function restrictSubscription(
  subscription: ManifestSubscription,
  { state, scopes }: ManifestSubscription,
  isKnown: (scope: string) => boolean,
): ManifestSubscription {
  return {
    ...subscription,
    ...(state === 'blocked' && { state }),
    scopes: subscription.scopes.filter((scope) => scopes.includes(scope) || !isKnown(scope)),
  };
}

/** An application with the consumer keys, the secrets and the identity providers that the newer one has too. */
function restrictApplication(
  application: ManifestApplication,
  newer: ManifestApplication,
): ManifestApplication {
  const identityProviders = inBoth(application.identityProviders, newer.identityProviders);
  return {
    ...application,
    keySets: application.keySets.flatMap((keySet) => restrictKeySet(keySet, newer.keySets)),
    ...(identityProviders && { identityProviders }),
    ...latestStart(application, newer),
  };
}

/**
 * The key set, with only the secrets that the newer one has too. Empty if the newer application does not have the same
 * consumer key in the same key set.
 */
function restrictKeySet(
  { keySet, consumerKey, secretDigests }: ManifestKeySet,
  newer: readonly ManifestKeySet[],
): readonly ManifestKeySet[] {
  const same = newer.find((other) => other.consumerKey === consumerKey && other.keySet === keySet);
  if (!same) return [];
  const remaining = secretDigests.filter((digest) => same.secretDigests.includes(digest));
  return [{ keySet, consumerKey, secretDigests: remaining }];
}

/** The applications without identity providers that are not known. */
function keepProviders(
  applications: readonly ManifestApplication[],
  providers: readonly ManifestIdentityProvider[],
): readonly ManifestApplication[] {
  const names = new Set(['users', ...providers.map(({ name }) => name)]);
  const isKnown = (name: string) => names.has(name);
  const isUsable = ({ identityProviders = [] }: ManifestApplication) => identityProviders.every(isKnown);
  if (applications.every(isUsable)) return applications;
  return applications.map(({ identityProviders, ...application }) => ({
    ...application,
    ...(identityProviders && { identityProviders: identityProviders.filter(isKnown) }),
  }));
}

/** A user who is disabled if the newer user is. */
function restrictUser(user: ManifestUser, newer: ManifestUser): ManifestUser {
  const { state } = newer;
  return { ...user, ...(state === 'disabled' && { state }), ...latestStart(user, newer) };
}

/** The settings, which refuse tokens by their age as the newer settings do. */
function restrictSettings(settings: GatewaySettings, newer: GatewaySettings): GatewaySettings {
  const start = latestStart(settings.token, newer.token);
  if (start.tokensNotBefore === settings.token.tokensNotBefore) return settings;
  return { ...settings, token: { ...settings.token, ...start } };
}

function latestStart(one: StartOfTokens, other: StartOfTokens): StartOfTokens {
  const latest = Math.max(one.tokensNotBefore ?? 0, other.tokensNotBefore ?? 0);
  return latest === 0 ? {} : { tokensNotBefore: latest };
}

/** The items of both lists. An absent list contains everything. */
function inBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one && other ? one.filter((name) => other.includes(name)) : (one ?? other);
}
