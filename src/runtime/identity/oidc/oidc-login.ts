import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type IDToken,
} from 'openid-client';
import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { Clock } from '../../ports/clock.ts';
import { subjectOfUser } from '../../token/claims.ts';
import { UnavailableError, type FederatedLogin, type LoginMemory } from '../identity.ts';
import { isSubjectName } from '../is-subject-name.ts';
import type { User } from '../user.ts';
import { discoverProvider, isTrustworthy } from './discover-provider.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { describeFault, isRefusedLogin } from './read-oidc-fault.ts';

/** So long what a provider has said of itself is taken to hold, in milliseconds. */
const rememberedFor = 3_600_000;

interface Discovered {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly configuration: Promise<Configuration>;
}

/** Sends users to an OpenID Connect provider: authorization code, PKCE, state and nonce. */
export class OidcLogin implements FederatedLogin {
  readonly name: string;
  readonly displayName: string;
  readonly #settings: OidcSettings;
  readonly #clock: Clock;
  #discovered: Discovered | undefined;

  constructor(settings: OidcSettings, clock: Clock) {
    this.name = settings.provider.name;
    this.displayName = settings.provider.displayName;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Whether it was made for the same settings, and may go on with what it has discovered. */
  isFor(settings: OidcSettings): boolean {
    return canonicalJson(settings) === canonicalJson(this.#settings);
  }

  async begin(callbackUrl: string): Promise<{ readonly url: string; readonly memory: LoginMemory }> {
    const configuration = await this.#discover();
    const memory = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    checkAuthorizationEndpoint(configuration, this.name);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl,
      scope: [...new Set(['openid', ...this.#settings.provider.scopes])].join(' '),
      state: memory.state,
      nonce: memory.nonce,
      code_challenge: await calculatePKCECodeChallenge(memory.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, memory };
  }

  async finish(url: string, { state, nonce, codeVerifier }: LoginMemory): Promise<User | undefined> {
    const configuration = await this.#discover();
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(url), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return claims && this.#describeUser(claims);
    } catch (error) {
      if (isRefusedLogin(error)) return undefined;
      throw error instanceof UnavailableError ? error : describeFault(this.name, error);
    }
  }

  #describeUser({ sub, name, preferred_username, email }: IDToken): User {
    if (!isSubjectName(sub))
      throw new UnavailableError(`The provider ${this.name} names a user by what cannot be a name.`);
    const displayName = [name, preferred_username, email].find(isText) ?? sub;
    return { subject: subjectOfUser(sub, this.name), displayName, provider: this.name };
  }

  async #discover(): Promise<Configuration> {
    const discovered = this.#recent() ?? {
      at: this.#clock(),
      configuration: discoverProvider(this.#settings),
    };
    this.#discovered = discovered;
    try {
      return await discovered.configuration;
    } catch (error) {
      // A failure is not remembered, so that the next login asks anew.
      if (this.#discovered === discovered) this.#discovered = undefined;
      throw describeFault(this.name, error);
    }
  }

  #recent(): Discovered | undefined {
    return this.#discovered && this.#clock() - this.#discovered.at < rememberedFor
      ? this.#discovered
      : undefined;
  }
}

function checkAuthorizationEndpoint(configuration: Configuration, name: string): void {
  const endpoint = URL.parse(configuration.serverMetadata().authorization_endpoint ?? '');
  if (endpoint && isTrustworthy(endpoint)) return;
  throw new UnavailableError(`The provider ${name} names no address with TLS where users log in.`);
}

function isText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
}
