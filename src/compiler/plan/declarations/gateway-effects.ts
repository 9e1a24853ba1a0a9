import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { Json } from '../../../compiled/json.ts';
import type { Affected } from '../change.ts';
import { affect } from '../consumers/affect.ts';
import type { Consumers } from '../consumers/consumers.ts';
import { describeValue } from '../wording/describe-value.ts';
import type { Leaf } from './diff-leaves.ts';

/** What applications feel of a setting, as the end of a sentence; undefined where they feel nothing. */
type Describe = (leaf: Leaf) => string | undefined;

interface Effect {
  /** One of these an application has to have. */
  readonly grants?: readonly string[];
  readonly describe: Describe;
}

/** Says what holds now, and what held before. */
function instead(start: string): Describe {
  return ({ path, before, after }) => {
    const name = path.at(-1) ?? '';
    return `${start} ${describeValue(name, after)} instead of ${describeValue(name, before)}`;
  };
}

const withLogin = ['authorization_code', 'implicit'];
const withRefresh = ['refresh_token'];

const effects: ReadonlyMap<string, Effect> = new Map([
  ['gatewayUrl', { describe: instead('has to call') }],
  ['authUrl', { grants: withLogin, describe: instead('has to send users to') }],
  ['keyManagerUrl', { describe: instead('gets tokens of the issuer') }],
  ['versioning', { describe: instead('has to name versions by') }],
  ['token.lifetimeSeconds', { describe: instead('gets tokens that last') }],
  [
    'token.refreshIdleSeconds',
    { grants: withRefresh, describe: instead('may leave a refresh token unused for') },
  ],
  [
    'token.refreshLifetimeSeconds',
    { grants: withRefresh, describe: instead('has to have users log in again after') },
  ],
  ['token.tokensNotBefore', { describe: describeRevocation }],
  ['token.signingKeys', { describe: describeRetiredKeys }],
  ['state.store', { grants: withRefresh, describe: () => 'has to have users log in again' }],
]);

function describeRevocation({ before, after }: Leaf): string | undefined {
  const isLater = after !== undefined && Number(after) > Number(before ?? -Infinity);
  return isLater ? 'has to get new tokens' : undefined;
}

/** Without any declared, there is a key of the gateway's own making. */
function describeRetiredKeys({ before, after }: Leaf): string | undefined {
  const kept = new Set(keysIn(after));
  const isRetired = keysIn(before).some((key) => !kept.has(key)) || keysIn(before).length === 0;
  return isRetired ? 'has to get new tokens where a retired key has signed them' : undefined;
}

function keysIn(keys: Json | undefined): readonly string[] {
  return Array.isArray(keys)
    ? keys.map(({ key }: { readonly key?: Json }) => canonicalJson(key ?? null))
    : [];
}

/** What each application feels of a setting of the gateway that is another one. */
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
