import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type Configuration,
  type IDToken,
  type TokenEndpointResponse,
  buildEndSessionUrl,
  AuthorizationResponseError,
  ClientError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { StoreError, type Seconds } from '#runtime/ports/token-store.ts';
import { isSubjectName, providerUserOf, subjectOfUser } from '#runtime/token/claims.ts';
import {
  UnavailableError,
  type CheckedUser,
  type FederatedLogin,
  type KeepEvidence,
  type LearnFacts,
  type LoginMemory,
  type ProviderLogout,
  type UserCheck,
  type LoginEvidence,
  type User,
} from '../identity.ts';
import { choosePrompt, requireFreshLogin, reportsLoginTime, timeOfProviderLogin } from './fresh-login.ts';
import { discoverProvider, isTrustworthy, type OidcSettings } from './discover-provider.ts';
import { describePerson, type Person } from './describe-person.ts';
import { Rotations } from './rotations.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Error codes that a provider returns if the user may not log in or cancels (OpenID Connect Core 1.0 section 3.1.2.6).
 */
const refusedLogins: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Error codes of `openid-client` for a response or an ID token that does not match the request. */
const unfitting: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** How long the metadata of a provider is cached, in milliseconds. */
const rememberedFor = 3_600_000;

interface Discovered {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly configuration: Promise<Configuration>;
}

/** Logs users in at an OpenID Connect provider, with the authorization code flow, PKCE, state and nonce. */
export class OidcLogin implements FederatedLogin {
  readonly name: string;
  readonly displayName: string;
  readonly userCheck: UserCheck;
  readonly #settings: OidcSettings;
  readonly #clock: Clock;
  readonly #rotations = new Rotations();
  #discovered: Discovered | undefined;

  constructor(settings: OidcSettings, clock: Clock) {
    this.name = settings.provider.name;
    this.displayName = settings.provider.displayName;
    this.#settings = settings;
    this.#clock = clock;
    const { recheckSeconds, maximumUncheckedSeconds } = settings.provider;
    const confirm: UserCheck['confirm'] = (...request) => this.#confirm(...request);
    this.userCheck = { recheckSeconds, maximumUncheckedSeconds, confirm };
  }

  /** Whether this object was created for the same settings, so that it can be reused with its cached metadata. */
  isFor(settings: OidcSettings): boolean {
    return canonicalJson(settings) === canonicalJson(this.#settings);
  }

  async begin(
    callbackUrl: string,
    forcesLogin = false,
  ): Promise<{ readonly url: string; readonly memory: LoginMemory }> {
    const configuration = await this.#discover();
    checkAuthorizationEndpoint(configuration, this.name);
    const metadata = configuration.serverMetadata();
    const scopes = new Set(['openid', ...this.#settings.provider.scopes]);
    const prompts = [
      ...(forcesLogin ? [choosePrompt(metadata)] : []),
      // Without this prompt, the provider may ignore the scope (OpenID Connect Core 1.0 section 11).
      ...(scopes.has('offline_access') ? ['consent'] : []),
    ];
    // `select_account` does not require a new login, so the time of the login is verified only for `login`.
    const needsLogin = prompts.includes('login') && reportsLoginTime(metadata);
    const memory = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      ...(needsLogin && { askedAt: this.#now() }),
    };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl,
      scope: [...scopes].join(' '),
      ...(prompts.length > 0 && { prompt: prompts.join(' ') }),
      ...(needsLogin && { max_age: '0' }),
      state: memory.state,
      nonce: memory.nonce,
      code_challenge: await calculatePKCECodeChallenge(memory.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, memory };
  }

  async finish(url: string, { state, nonce, codeVerifier, askedAt }: LoginMemory): Promise<User | undefined> {
    const configuration = await this.#discover();
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(url), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !isIssuedTo(this.#settings, claims)) return undefined;
      if (askedAt !== undefined) requireFreshLogin(this.name, claims, this.#now() - askedAt);
      const person = await describePerson(
        this.#settings.provider,
        configuration,
        claims,
        tokens.access_token,
      );
      const loggedInAt = timeOfProviderLogin(claims, this.#now());
      return {
        ...this.#describeUser(claims, person),
        ...(loggedInAt !== undefined && { loggedInAt }),
        ...this.#evidenceIn(tokens),
        ...idTokenIn(tokens),
      };
    } catch (error) {
      if (isRefusedLogin(error)) return undefined;
      throw error instanceof UnavailableError ? error : describeProviderError(this.name, error);
    }
  }

  async endSession(logout: ProviderLogout): Promise<string | undefined> {
    return endSessionUrl(await this.#discover(), logout);
  }

  /**
   * Uses the refresh token, which the provider accepts only while the login lasts there (OpenID Connect Core 1.0
   * section 12). A refusal does not reveal whether the user was removed or only logged out, so the result is
   * `login_ended`.
   */
  async #confirm(
    subject: string,
    { issuer, refreshToken }: LoginEvidence,
    keep: KeepEvidence,
    learn: LearnFacts = () => undefined,
  ): Promise<CheckedUser> {
    if (refreshToken === undefined || issuer !== this.#settings.provider.issuer) return 'unanswerable';
    const configuration = await this.#discover();
    const newest = this.#rotations.newest(refreshToken);
    const keepNext = (next: string) => keep({ issuer, refreshToken: next });
    const use = () => refreshTokenGrant(configuration, newest);
    try {
      const tokens = await this.#rotations.during(newest, keepNext, use);
      const claims: Pick<IDToken, 'sub' | 'azp'> = tokens.claims() ?? { sub: providerUserOf(subject) };
      if (!isIssuedTo(this.#settings, claims))
        throw new UnavailableError(
          `The provider ${this.name} returned an ID token for another client (azp).`,
        );
      if (subjectOfUser(claims.sub, this.name) !== subject) return 'login_ended';
      const { provider } = this.#settings;
      learn((await describePerson(provider, configuration, claims, tokens.access_token)).facts);
      return 'confirmed';
    } catch (error) {
      if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'login_ended';
      throw isOwn(error) ? error : describeProviderError(this.name, error);
    }
  }

  #evidenceIn({ refresh_token: refreshToken }: TokenEndpointResponse): Pick<User, 'evidence'> {
    if (refreshToken === undefined) return {};
    return { evidence: { issuer: this.#settings.provider.issuer, refreshToken } };
  }

  #describeUser({ sub }: IDToken, person: Person): User {
    if (!isSubjectName(sub))
      throw new UnavailableError(`The provider ${this.name} returned a user identifier that is not valid.`);
    return { subject: subjectOfUser(sub, this.name), ...person, provider: this.name };
  }

  async #discover(): Promise<Configuration> {
    const discovered = this.#recent() ?? {
      at: this.#clock(),
      configuration: discoverProvider(this.#settings, this.#rotations),
    };
    this.#discovered = discovered;
    try {
      return await discovered.configuration;
    } catch (error) {
      // A failure is not cached, so that the next login tries again.
      if (this.#discovered === discovered) this.#discovered = undefined;
      throw describeProviderError(this.name, error);
    }
  }

  #now(): Seconds {
    return this.#clock() / 1000;
  }

  #recent(): Discovered | undefined {
    return this.#discovered && this.#clock() - this.#discovered.at < rememberedFor
      ? this.#discovered
      : undefined;
  }
}

function isOwn(error: unknown): boolean {
  return error instanceof StoreError || error instanceof UnavailableError;
}

/** Checks `azp` even if the gateway is the only audience of the ID token (section 3.1.3.7 point 5). */
function isIssuedTo({ provider }: OidcSettings, { azp = provider.clientId }: Pick<IDToken, 'azp'>): boolean {
  return azp === provider.clientId;
}

function checkAuthorizationEndpoint(configuration: Configuration, name: string): void {
  const endpoint = URL.parse(configuration.serverMetadata().authorization_endpoint ?? '');
  if (endpoint && isTrustworthy(endpoint)) return;
  throw new UnavailableError(`The provider ${name} has no authorization endpoint with TLS.`);
}

function idTokenIn({ id_token: idToken }: TokenEndpointResponse): Pick<User, 'idToken'> {
  return idToken === undefined ? {} : { idToken };
}

/**
 * The URL that logs users out at a provider (OpenID Connect RP-Initiated Logout 1.0 section 2); undefined if the
 * provider has no such endpoint, or its endpoint lacks TLS.
 */
function endSessionUrl(
  configuration: Configuration,
  { idToken, hint, returnUrl, state }: ProviderLogout,
): string | undefined {
  const endpoint = URL.parse(configuration.serverMetadata().end_session_endpoint ?? '');
  if (!endpoint || !isTrustworthy(endpoint)) return undefined;
  const who = idToken === undefined ? { logout_hint: hint } : { id_token_hint: idToken };
  return buildEndSessionUrl(configuration, { ...who, post_logout_redirect_uri: returnUrl, state }).href;
}

/** Whether an error of `finish` means that this login is refused, rather than that the provider is unavailable. */
function isRefusedLogin(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return refusedLogins.has(error.error);
  // The provider refuses the code of a replayed callback or of another login.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && unfitting.has(error.code);
}

/** The error for the operator; its message contains no secrets and nothing that a browser sent. */
function describeProviderError(name: string, error: unknown): UnavailableError {
  return new UnavailableError(`The provider ${name} cannot be queried: ${answerOf(error)}.`, {
    cause: error,
  });
}

function answerOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `it returned ${/^[a-z_]{1,64}$/.test(error.error) ? error.error : 'an error'}`;
  return error instanceof WWWAuthenticateChallengeError
    ? 'it refuses the client id or the client secret'
    : reasonOf(error);
}
