import type { CompiledApi } from '../compiled-api.ts';
import type { ManifestApplication, ManifestTeam, ManifestUser } from '../manifest.ts';

/**
 * An application without the grants and the callback URLs that the newer one lacks. Both matter only where tokens are
 * issued, not where they are accepted.
 */
export function restrictGrants(
  application: ManifestApplication,
  newer: ManifestApplication,
): ManifestApplication {
  return {
    ...application,
    grants: keepShared(application.grants, newer.grants),
    callbackUrls: keepShared(application.callbackUrls, newer.callbackUrls),
  };
}

/** A user with the newer password, because others may know the earlier one. */
export function restrictPassword(user: ManifestUser, { passwordDigest }: ManifestUser): ManifestUser {
  return { ...user, passwordDigest };
}

/** A team without the members and the groups that the newer one lacks. */
export function restrictTeam(team: ManifestTeam, newer: ManifestTeam): ManifestTeam {
  const groups = Object.entries(team.groups).map(
    ([provider, names]) => [provider, keepShared(names, newer.groups[provider] ?? [])] as const,
  );
  return { ...team, members: keepShared(team.members, newer.members), groups: Object.fromEntries(groups) };
}

/** An API without the CORS origins that the newer one does not allow. */
export function restrictOrigins(api: CompiledApi, newer: CompiledApi): CompiledApi {
  if (!api.cors) return api;
  const { cors, ...rest } = api;
  const allowed = newer.cors?.allowOrigins ?? [];
  const every = (origins: readonly string[]) => origins.includes('*');
  const allowOrigins = every(cors.allowOrigins)
    ? allowed
    : cors.allowOrigins.filter((origin) => every(allowed) || allowed.includes(origin));
  return allowOrigins.length === 0 ? rest : { ...rest, cors: { ...cors, allowOrigins } };
}

/** An API that only its owners see in the store, if the newer one is visible only to them. */
export function restrictVisibility(api: CompiledApi, { visibility }: CompiledApi): CompiledApi {
  return visibility === 'owners' ? { ...api, visibility } : api;
}

function keepShared(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => others.includes(one));
}
