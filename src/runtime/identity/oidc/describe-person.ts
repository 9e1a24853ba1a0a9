import { fetchUserInfo, type Configuration } from 'openid-client';
import type { OidcProvider } from '#compiled/settings/identity-providers.ts';
import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { User, UserFacts } from '../identity.ts';

/** Claims that pages may call a user by, the best first (OpenID Connect Core 1.0 section 5.1). */
const nameClaims = ['name', 'preferred_username', 'email'] as const;

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says of a user besides the `sub`. */
export type Person = Pick<User, 'displayName'> & { readonly facts: UserFacts };

type Settings = Pick<OidcProvider, 'emailClaim' | 'groupsClaim' | 'scopes'>;

/**
 * Describes a user by the ID token, and where that leaves something out by UserInfo, where many providers keep it. A
 * provider whose UserInfo does not answer, or answers for another user, does not prevent the login: the name is the
 * `sub` then, and no more is known.
 */
export async function describePerson(
  settings: Settings,
  configuration: Configuration,
  idToken: Claims & { readonly sub: string },
  accessToken: string,
): Promise<Person> {
  const needsMore = nameIn(idToken) === undefined || leavesOut(settings, idToken);
  const userInfo = needsMore ? await askUserInfo(configuration, idToken.sub, accessToken) : {};
  const [emails, more] = [idToken, userInfo].map((claims) => emailsIn(claims, settings));
  const groups = textsIn(idToken[settings.groupsClaim] ?? userInfo[settings.groupsClaim]);
  return {
    displayName: nameIn(idToken) ?? nameIn(userInfo) ?? idToken.sub,
    facts: { emails: [...new Set([...(emails ?? []), ...(more ?? [])])], groups },
  };
}

/** Scopes that ask for no address and no groups. */
const otherScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'offline_access']);

/** Whether an ID token does not contain what the provider was asked for. */
function leavesOut({ scopes, emailClaim, groupsClaim }: Settings, idToken: Claims): boolean {
  const isAsked = scopes.some((scope) => !otherScopes.has(scope));
  return isAsked && [emailClaim, groupsClaim].some((name) => !(name in idToken));
}

/** The first one with a character that can be seen. */
function nameIn(claims: Claims): string | undefined {
  const names = nameClaims.map((name) => claims[name]).filter(isName);
  return names.find((name) => /[^\s\uFFFD]/u.test(markHidden(name)));
}

/**
 * An address counts only if the same answer says that the provider has verified that it is the user's (section 5.1).
 */
function emailsIn(claims: Claims, { emailClaim }: Pick<Settings, 'emailClaim'>): readonly string[] {
  if (claims['email_verified'] !== true) return [];
  return textsIn(claims[emailClaim]).filter((text) => text.includes('@'));
}

/** Some providers send one group as a text. */
function textsIn(claim: unknown): readonly string[] {
  return [claim].flat().filter(isName);
}

async function askUserInfo(configuration: Configuration, sub: string, accessToken: string): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return fetchUserInfo(configuration, accessToken, sub).catch(() => ({}));
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
}
