import { fetchUserInfo, type Configuration, type IDToken } from 'openid-client';

/** Claims that pages may call a user by, the best first (OpenID Connect Core 1.0 section 5.1). */
const nameClaims = ['name', 'preferred_username', 'email'] as const;

type Claims = Readonly<Partial<Record<(typeof nameClaims)[number], unknown>>>;

/**
 * The name of a user on pages: by the ID token, else by UserInfo, where many providers keep the name, else by the
 * `sub`. A provider whose UserInfo does not answer, or answers for another user, does not prevent the login.
 */
export async function findDisplayName(
  configuration: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<string> {
  return nameIn(claims) ?? nameIn(await askUserInfo(configuration, claims, accessToken)) ?? claims.sub;
}

function nameIn(claims: Claims | IDToken): string | undefined {
  return nameClaims.map((name) => claims[name]).find(isText);
}

async function askUserInfo(
  configuration: Configuration,
  { sub }: IDToken,
  accessToken: string,
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return fetchUserInfo(configuration, accessToken, sub).catch(() => ({}));
}

function isText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
}
