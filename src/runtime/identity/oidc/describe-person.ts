import { fetchUserInfo, type Configuration } from 'openid-client';
import type { OidcProvider } from '#compiled/settings/identity-providers.ts';
import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { User, UserFacts } from '../identity.ts';

/** Claims that may contain the user's display name, in order of preference (OpenID Connect Core 1.0 section 5.1). */
const nameClaims = ['name', 'preferred_username', 'email'] as const;

type Claims = Readonly<Record<string, unknown>>;

/** The facts about a user that a provider reports besides the `sub`. */
export type Person = Pick<User, 'displayName'> & { readonly facts: UserFacts };

type Settings = Pick<OidcProvider, 'emailClaim' | 'groupsClaim' | 'scopes'>;

/**
 * Describes a user from the ID token, and from UserInfo if the ID token lacks claims. If UserInfo fails or describes
 * another user, the login still succeeds with the claims of the ID token alone. The `sub` replaces a missing name.
 */
export async function describePerson(
  settings: Settings,
  configuration: Configuration,
  idToken: Claims & { readonly sub: string },
  accessToken: string,
): Promise<Person> {
  const needsMore = nameIn(idToken) === undefined || leavesOut(settings, idToken);
  const userInfo = needsMore ? await queryUserInfo(configuration, idToken.sub, accessToken) : {};
  const [emails, more] = [idToken, userInfo].map((claims) => emailsIn(claims, settings));
  const groups = textsIn(idToken[settings.groupsClaim] ?? userInfo[settings.groupsClaim]);
  return {
    displayName: nameIn(idToken) ?? nameIn(userInfo) ?? idToken.sub,
    facts: { emails: [...new Set([...(emails ?? []), ...(more ?? [])])], groups },
  };
}

/** Scopes that request neither an address nor groups. */
const otherScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'offline_access']);

/** Whether an ID token lacks a claim that was requested. */
function leavesOut({ scopes, emailClaim, groupsClaim }: Settings, idToken: Claims): boolean {
  const isRequested = scopes.some((scope) => !otherScopes.has(scope));
  return isRequested && [emailClaim, groupsClaim].some((name) => !(name in idToken));
}

/** The first name with a visible character. */
function nameIn(claims: Claims): string | undefined {
  const names = nameClaims.map((name) => claims[name]).filter(isName);
  return names.find((name) => /[^\s\uFFFD]/u.test(markHidden(name)));
}

/** The email addresses, only if the same claims mark them as verified by the provider (section 5.1). */
function emailsIn(claims: Claims, { emailClaim }: Pick<Settings, 'emailClaim'>): readonly string[] {
  if (claims['email_verified'] !== true) return [];
  return textsIn(claims[emailClaim]).filter((text) => text.includes('@'));
}

/** The texts in a claim; some providers send a single group as a string instead of an array. */
function textsIn(claim: unknown): readonly string[] {
  return [claim].flat().filter(isName);
}

async function queryUserInfo(
  configuration: Configuration,
  sub: string,
  accessToken: string,
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return fetchUserInfo(configuration, accessToken, sub).catch(() => ({}));
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
}
