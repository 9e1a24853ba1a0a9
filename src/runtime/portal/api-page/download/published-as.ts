import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import { requiredScopes } from '../../catalogue/required-scopes.ts';
import type { PublishedAs, PublishedFlow } from '#openapi/publish/published-as.ts';
import { callAddress } from '../call-address.ts';

/** How an API version is described to its callers: by the address and the token endpoint of the gateway. */
export function publishedAs(manifest: Manifest, entry: ManifestApi, api: CompiledApi): PublishedAs {
  const { gateway } = manifest;
  const { baseUrl, headers } = callAddress(gateway, entry);
  const [versionHeader] = headers.map(([name, version]) => ({ name, version }));
  const nameAll = (operations: readonly CompiledOperation[]) =>
    new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const scoped = nameAll(api.operations.filter(({ scopes }) => scopes));
  const open = nameAll(api.operations.filter(({ access }) => access === 'public'));
  return {
    baseUrl,
    ...(versionHeader && { versionHeader }),
    flows: listFlows(manifest),
    metadataUrl: `${gateway.keyManagerUrl}/.well-known/oauth-authorization-server`,
    scopes: requiredScopes(api),
    isPublic: ({ name }) => open.has(name),
    needsScopes: ({ name }) => scoped.has(name),
  };
}

/** Flows that RFC 9700 sections 2.1.2 and 2.4 advise against are described only if an application declares them. */
function listFlows({ gateway, applications }: Manifest): readonly PublishedFlow[] {
  const tokenUrl = `${gateway.keyManagerUrl}/oauth2/token`;
  const authorizationUrl = `${gateway.authUrl}/authorize`;
  const declares = (grant: string) => applications.some(({ grants }) => grants.includes(grant));
  return [
    { name: 'clientCredentials', urls: { tokenUrl } },
    { name: 'authorizationCode', urls: { authorizationUrl, tokenUrl } },
    ...(declares('implicit') ? [{ name: 'implicit', urls: { authorizationUrl } } as const] : []),
    ...(declares('password') ? [{ name: 'password', urls: { tokenUrl } } as const] : []),
  ];
}
