import type { openPeople, Person } from './people.ts';
import { client, otherDigest, type Files } from './right-sources.ts';
import type { SignedIn } from './signed-in.ts';

/** A change of declarations: new texts of files, and undefined for those that are removed. */
export type Edit = Readonly<Record<string, ((text: string) => string) | undefined>>;

const config = 'gateway.config.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const subscription = 'apis/dog_park/v1/subscriptions.yaml';
const application = 'applications/dog_walker.yaml';
const alice = 'users/alice.yaml';

const team = 'teams.yaml';

const add = (line: string) => (text: string) => `${text}${line}\n`;
const replace = (from: string, to: string) => (text: string) => text.replace(from, to);

/** How the right of a row of the table is taken away by a declaration. */
export const edits: Readonly<Record<string, () => Edit>> = {
  'tokens of the gateway revoked (`token.tokensNotBefore`)': () => ({
    [config]: (text) =>
      text.includes('token: { ')
        ? text.replace('token: { ', `token: { tokensNotBefore: ${soon()}, `)
        : `${text}token: { tokensNotBefore: ${soon()} }\n`,
  }),
  'tokens of the application revoked (`tokensNotBefore`)': () => ({
    [application]: add(`tokensNotBefore: ${soon()}`),
  }),
  'tokens of the user revoked (`tokensNotBefore`)': () => ({ [alice]: add(`tokensNotBefore: ${soon()}`) }),
  'user disabled': () => ({ [alice]: add('state: disabled') }),
  'user removed': () => ({ [alice]: undefined }),
  'password of the user changed': () => ({
    [alice]: (text) => text.replace(/passwordDigest: .*/, `passwordDigest: ${otherDigest}`),
  }),
  '`identityProviders` of the application narrowed': () => ({
    [application]: add('identityProviders: [campus]'),
    'identity-providers/campus.yaml': () =>
      'kind: IdentityProvider\nname: campus\ntype: ldap\nurl: ldap://127.0.0.1:9\nsearchBase: dc=example\nsearchFilter: (uid={username})\n',
  }),
  'application removed': () => ({
    [application]: undefined,
    [subscription]: undefined,
  }),
  'key set removed': () => ({
    [application]: (text) => text.replace('production:', 'sandbox:').replace(client, 'dogwalker-sandbox'),
  }),
  'subscription blocked': () => ({ [subscription]: replace('active', 'blocked') }),
  'subscription removed': () => ({ [subscription]: undefined }),
  'scope removed from the subscription': () => ({ [subscription]: replace('scopes: [dogs:read]\n', '') }),
  'API blocked': () => ({ [api]: replace('published', 'blocked') }),
  'API retired': () => ({ [api]: replace('published', 'retired') }),
  'API removed': () => ({ [api]: undefined, [subscription]: undefined }),
  'identity provider replaced under its name (another issuer)': () => ({
    'identity-providers/sso.yaml': (text) => text.replace(/issuer: .*/, 'issuer: https://other.example.edu'),
  }),
  'identity provider removed': () => ({ 'identity-providers/sso.yaml': undefined }),
  'signing key removed': () => ({
    [config]: (text) =>
      text.includes('key.pem')
        ? text.replace('key.pem', 'another-key.pem')
        : `${text}token: { signingKeys: [{ key: { fromFile: another-key.pem } }] }\n`,
  }),
  'longest age reached (`streams.maxAgeSeconds`)': () => ({ [config]: add('streams: { maxAgeSeconds: 1 }') }),
};

/** How the right of a row of the store's table is taken away by a declaration, unless it is in the other table too. */
export const storeEdits: Readonly<Record<string, () => Edit>> = {
  'user removed from the team of the owner': () => ({ [team]: replace('alice, ', '') }),
  'owner of the application changed': () => ({ [application]: replace('owner: walkers', 'owner: bob') }),
  'API limited to its owners (`visibility: owners`)': () => ({ [api]: add('visibility: owners') }),
  'store turned off (`store: { enabled: false }`)': () => ({
    [config]: replace('store: {}', 'store: { enabled: false }'),
  }),
};

/** Who has to have logged in for the right of a row; alice for any other. */
export const persons: Readonly<Record<string, Person>> = {
  'identity provider removed': 'sso',
  'identity provider replaced under its name (another issuer)': 'sso',
  'user removed from a directory': 'directory',
  'user removed at a provider': 'sso',
  'login ended at a provider': 'sso',
};

/** What takes a right away besides declarations, and how it is given back. */
interface Act {
  readonly take: (world: World) => Promise<unknown>;
  readonly giveBack?: (world: World) => unknown;
}

interface World {
  readonly signedIn: SignedIn;
  readonly people: Awaited<ReturnType<typeof openPeople>>;
  /** Asks the first gateway as `gatewright grants revoke` does. */
  readonly revokeGrants: (query: string) => Promise<unknown>;
}

/** What takes a right away without a change of the declarations. */
export const acts: Readonly<Record<string, Act>> = {
  'token revoked (`/oauth2/revoke`)': { take: ({ signedIn }) => signedIn.revoke() },
  'access removed by the user (`/authorize/grants`)': { take: ({ signedIn }) => signedIn.removeAccess() },
  'logged out': { take: ({ signedIn }) => signedIn.logOut() },
  'grants of a user revoked (`grants revoke --user`)': {
    take: ({ revokeGrants }) => revokeGrants('user=alice'),
  },
  'grants for an application revoked (`grants revoke --application`)': {
    take: ({ revokeGrants }) => revokeGrants('application=DogWalker'),
  },
  'all grants revoked (`grants revoke --all`)': { take: ({ revokeGrants }) => revokeGrants('all=true') },
  'user removed from a directory': {
    take: async ({ people, signedIn }) => {
      await people.removeFromDirectory();
      await signedIn.authorizeAgain();
    },
    giveBack: ({ people }) => people.addToDirectory(),
  },
  'user removed at a provider': {
    take: async ({ people, signedIn }) => {
      people.removeAtProvider();
      await signedIn.authorizeAgain();
    },
    giveBack: ({ people }) => people.addAtProvider(),
  },
  'login ended at a provider': {
    take: async ({ people, signedIn }) => {
      await people.endLoginsAtProvider();
      await signedIn.authorizeAgain();
    },
  },
};

/** A time after that of every earlier login: revocations in a row, of other rows, date logins up to half a minute ahead. */
function soon(): string {
  return new Date(Date.now() + 45_000).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The content of the files after an edit, in its order. */
export function apply(
  edit: Edit,
  good: Files,
): readonly (readonly [file: string, text: string | undefined])[] {
  return Object.entries(edit).map(([file, change]) => [file, change?.(good[file] ?? '')]);
}
