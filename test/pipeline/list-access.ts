import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';

/** All access that a route table allows, one sentence each. */
export function listAccess(compiled: Compiled): ReadonlySet<string> {
  const { manifest } = compiled;
  const users = manifest.users.filter(({ state }) => state === 'active').map(({ name }) => `${name} logs in`);
  return new Set([
    ...users,
    ...manifest.applications.flatMap((application) => accessOf(application, compiled)),
    ...[...compiled.apis.values()].flatMap(({ name, version, cors }) =>
      (cors?.allowOrigins ?? []).map((origin) => `scripts of ${origin} call ${name}/${version}`),
    ),
    ...manifest.gateway.trustedProxies.map((proxy) => `${proxy} is trusted`),
  ]);
}

function accessOf(application: ManifestApplication, compiled: Compiled): readonly string[] {
  const { name, grants, callbackUrls, identityProviders, keySets } = application;
  const providers = ['users', ...compiled.manifest.identityProviders.map((provider) => provider.name)];
  const usable = providers.filter((provider) => identityProviders?.includes(provider) ?? true);
  return [
    ...grants.map((grant) => `${name} uses ${grant}`),
    ...callbackUrls.map((url) => `${name} is called back at ${url}`),
    ...usable.map((provider) => `${name} has users of ${provider}`),
    ...keySets.flatMap(({ secretDigests }) => secretDigests.map((digest) => `${name} knows ${digest}`)),
    ...compiled.manifest.subscriptions
      .filter((subscription) => subscription.application === name && subscription.state === 'active')
      .flatMap((subscription) => callsOf(application, subscription, compiled)),
  ];
}

function callsOf(
  { name, keySets }: ManifestApplication,
  { api, scopes }: ManifestSubscription,
  { manifest, apis }: Compiled,
): readonly string[] {
  const served = manifest.apis.find((one) => `${one.name}/${one.version}` === api);
  const part = served && apis.get(served.part);
  if (!part || !['published', 'deprecated'].includes(served.state)) return [];
  const operations = part.operations.filter((operation) => allows(operation, scopes));
  return keySets
    .filter(({ keySet }) => part.endpoints[keySet])
    .flatMap(({ keySet }) => operations.map((operation) => describe(name, keySet, operation, part)));
}

function allows({ scopes: sets }: CompiledOperation, scopes: readonly string[]): boolean {
  return sets === undefined || sets.some((set) => set.every((scope) => scopes.includes(scope)));
}

function describe(
  application: string,
  keySet: string,
  { method, path }: CompiledOperation,
  { name, version }: CompiledApi,
): string {
  return `${application} calls ${method} ${path} of ${name}/${version} in ${keySet}`;
}
