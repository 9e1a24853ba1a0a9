import type { CompiledOperation } from '#compiled/compiled-api.ts';
import {
  forwardsCalls,
  type KeySetName,
  type ManifestApplication,
  type ManifestSubscription,
} from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { CatalogueVersion } from '../catalogue/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import type { OwnApplication, OwnSubscription } from './owned-applications.ts';

const { gaps, subscriptionGaps } = texts.applications;

/** What an application lacks to call any API. */
type ApplicationGap = 'keys' | 'grants' | 'callback' | 'subscriptions';

/** What an application lacks to call an API version with one of its key sets. */
export type CallGap = 'state' | 'subscription' | 'blocked' | 'endpoint' | 'keys' | 'grants' | 'callback';

/** What an application lacks for some or all calls of an API that it has subscribed to. */
type SubscriptionGap =
  | { readonly gap: 'blocked' | 'state' }
  | { readonly gap: 'endpoint'; readonly keySet: KeySetName }
  | ({ readonly gap: 'scopes' } & ScopeGap);

/** The number of operations that an application cannot call, and the scopes that would allow them. */
interface ScopeGap {
  readonly operations: number;
  /** Sorted. */
  readonly scopes: readonly string[];
}

type Version = Pick<CatalogueVersion, 'entry' | 'api'>;

/** An application that calls an API version with one of its key sets. */
interface Caller {
  readonly application: ManifestApplication;
  readonly keySet: KeySetName;
  readonly subscription: ManifestSubscription | undefined;
}

/** What an application lacks to call any API. */
export function findGaps({ application, subscriptions }: OwnApplication): readonly ApplicationGap[] {
  return selectTrue<ApplicationGap>([
    ['keys', application.keySets.length === 0],
    ['grants', application.grants.length === 0],
    ['callback', lacksCallback(application)],
    ['subscriptions', subscriptions.length === 0],
  ]);
}

/** What an application lacks to call any operation of an API version, the most important first. */
export function findCallGaps(
  { application, keySet, subscription }: Caller,
  { entry, api }: Version,
): readonly CallGap[] {
  return selectTrue<CallGap>([
    ['state', !forwardsCalls(entry)],
    ['subscription', !subscription],
    ['blocked', subscription?.state === 'blocked'],
    ['endpoint', !api.endpoints[keySet]],
    ['keys', !application.keySets.some((one) => one.keySet === keySet)],
    ['grants', application.grants.length === 0],
    ['callback', lacksCallback(application)],
  ]);
}

const grantsWithCallback: ReadonlySet<string> = new Set(['authorization_code', 'implicit']);

/** Whether an application cannot use a grant because it has no callback URL, to which the grant redirects users. */
export function lacksCallbackFor(
  { callbackUrls }: Pick<ManifestApplication, 'callbackUrls'>,
  grant: string,
): boolean {
  return callbackUrls.length === 0 && grantsWithCallback.has(grant);
}

/**
 * Whether an application can get no token because it has no callback URL. Refresh tokens do not count, since another
 * grant must issue the first one.
 */
function lacksCallback(application: ManifestApplication): boolean {
  const first = application.grants.filter((grant) => grant !== 'refresh_token');
  return first.length > 0 && first.every((grant) => lacksCallbackFor(application, grant));
}

function selectTrue<Gap>(candidates: readonly (readonly [Gap, boolean])[]): readonly Gap[] {
  return candidates.filter(([, isMissing]) => isMissing).map(([gap]) => gap);
}

/** What an application lacks to call an API that it has subscribed to, with any of its key sets. */
export function findSubscriptionGaps(
  application: ManifestApplication,
  { subscription, version }: OwnSubscription,
): readonly SubscriptionGap[] {
  if (!version || !forwardsCalls(version.entry)) return [{ gap: 'state' }];
  if (subscription.state === 'blocked') return [{ gap: 'blocked' }];
  const unreachable = application.keySets.filter(({ keySet }) => !version.api.endpoints[keySet]);
  const lacking = findScopeGap(version, subscription);
  return [
    ...unreachable.map(({ keySet }): SubscriptionGap => ({ gap: 'endpoint', keySet })),
    ...(lacking ? [{ gap: 'scopes' as const, ...lacking }] : []),
  ];
}

/**
 * What an application has to get for calls of an API that it has subscribed to. The endpoint for one of its key sets does
 * not count if the API has one for the other.
 */
export function findMissing(
  application: ManifestApplication,
  own: OwnSubscription,
): readonly SubscriptionGap[] {
  const found = findSubscriptionGaps(application, own);
  const isReached = application.keySets.some(({ keySet }) => own.version?.api.endpoints[keySet]);
  return isReached ? found.filter(({ gap }) => gap !== 'endpoint') : found;
}

/**
 * The operations that a subscription does not allow, and the scopes that they need; undefined if it allows all
 * operations.
 */
export function findScopeGap(
  { api }: Pick<Version, 'api'>,
  subscription: ManifestSubscription | undefined,
): ScopeGap | undefined {
  const granted = new Set(subscription?.scopes);
  const refused = api.operations.filter((operation) => !isAllowed(operation, granted));
  if (refused.length === 0) return undefined;
  const scopes = refused.flatMap((operation) => lackingScopes(operation, granted));
  return { operations: refused.length, scopes: [...new Set(scopes)].toSorted() };
}

function isAllowed({ scopes }: CompiledOperation, granted: ReadonlySet<string>): boolean {
  return !scopes || scopes.some((alternative) => alternative.every((scope) => granted.has(scope)));
}

/** The missing scopes of the first alternative, which is the first in the document. */
function lackingScopes({ scopes }: CompiledOperation, granted: ReadonlySet<string>): readonly string[] {
  return (scopes?.[0] ?? []).filter((scope) => !granted.has(scope));
}

/** The maximum number of scopes in a sentence; the page of the API shows all of them. */
const maxScopes = 20;

/**
 * What an application lacks to call any API, each item with a link to the form that adds it; undefined if nothing is
 * missing.
 */
export function renderGaps(addresses: PortalAddresses, own: OwnApplication): Html | undefined {
  const found = findGaps(own);
  if (found.length === 0) return undefined;
  const { name } = own.application;
  const items = found.map(
    (gap) =>
      html`<li>${gaps[gap].text} <a href="${pathToFix(addresses, gap, name)}">${gaps[gap].fix}</a></li>`,
  );
  return html`<section class="warning" aria-labelledby="gaps">
    <h2 id="gaps">${gaps.title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

function pathToFix(addresses: PortalAddresses, gap: ApplicationGap, application: string): string {
  if (gap === 'keys') return pathOfForm(addresses, 'keys', { application, keys: 'production' });
  return gap === 'subscriptions' ? addresses.path : pathOfForm(addresses, 'settings', { application });
}

/** A sentence about one gap of a subscription. */
export function describeSubscriptionGap(gap: SubscriptionGap): string {
  if (gap.gap === 'endpoint') return subscriptionGaps.endpoint[gap.keySet];
  if (gap.gap !== 'scopes') return subscriptionGaps[gap.gap];
  const named = gap.scopes.slice(0, maxScopes).join(', ');
  return subscriptionGaps.scopes(gap.operations, gap.scopes.length > maxScopes ? `${named} …` : named);
}
