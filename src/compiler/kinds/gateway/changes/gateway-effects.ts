import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { grantTypesWith } from '#compiler/declaration/parts/grant-type.ts';
import type { Affected } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { describeValue } from '#compiler/plan/wording/describe-value.ts';
import type { Leaf } from '#compiler/plan/declarations/diff-leaves.ts';

/** The effect of a setting on applications, as the end of a sentence; undefined if there is none. */
type Describe = (leaf: Leaf) => string | undefined;

interface Effect {
  /** Only applications with at least one of these grants are affected. Default: all applications. */
  readonly grants?: readonly string[];
  readonly describe: Describe;
}

/** Describes an effect with the new value and the old value. */
function instead(start: string): Describe {
  return ({ path, before, after }) => {
    const name = path.at(-1) ?? '';
    return `${start} ${describeValue(name, after)} instead of ${describeValue(name, before)}`;
  };
}

const withLogin = grantTypesWith(({ redirects }) => redirects);
const withRefresh = ['refresh_token'];

const effects: ReadonlyMap<string, Effect> = new Map([
  ['gatewayUrl', { describe: instead('must call') }],
  ['authUrl', { grants: withLogin, describe: instead('must send users to') }],
  ['keyManagerUrl', { describe: instead('gets tokens from the issuer') }],
  ['versioning', { describe: instead('must select versions by') }],
  ['unauthenticatedStatus', { describe: describeUnauthenticated }],
  ['token.lifetimeSeconds', { describe: instead('gets tokens that last') }],
  [
    'token.refreshIdleSeconds',
    { grants: withRefresh, describe: instead('may leave a refresh token unused for') },
  ],
  [
    'token.refreshLifetimeSeconds',
    { grants: withRefresh, describe: instead('must have users log in again after') },
  ],
  ['token.tokensNotBefore', { describe: describeRevocation }],
  ['token.signingKeys', { describe: describeRetiredKeys }],
  ['state.store', { grants: withRefresh, describe: () => 'must have users log in again' }],
]);

/** The effect of another status for missing or invalid tokens; the default is 403. */
function describeUnauthenticated({ before = 403, after = 403 }: Leaf): string {
  return `gets the status ${Number(after)} instead of ${Number(before)} for a missing or invalid token`;
}

function describeRevocation({ before, after }: Leaf): string | undefined {
  const isLater = after !== undefined && Number(after) > Number(before ?? -Infinity);
  return isLater ? 'must get new tokens' : undefined;
}

/** The effect of retired signing keys. Without declared keys, the gateway uses its own key. */
function describeRetiredKeys({ before, after }: Leaf): string | undefined {
  const remaining = new Set(keysIn(after));
  const isRetired = keysIn(before).some((key) => !remaining.has(key)) || keysIn(before).length === 0;
  return isRetired ? 'must replace tokens that a retired key signed' : undefined;
}

function keysIn(keys: Json | undefined): readonly string[] {
  return Array.isArray(keys)
    ? keys.map(({ key }: { readonly key?: Json }) => canonicalJson(key ?? null))
    : [];
}

/** The applications that a changed setting of the gateway affects. */
export function affectedBySetting(leaf: Leaf, consumers: Consumers): readonly Affected[] {
  const effect = effects.get(leaf.path.join('.'));
  const text = effect?.describe(leaf);
  if (!effect || text === undefined) return [];
  const { grants } = effect;
  const applications = consumers.applications().map(({ after }) => after);
  const touched = grants
    ? applications.filter((application) => application.grants.some((grant) => grants.includes(grant)))
    : applications;
  return affect(touched, text);
}
