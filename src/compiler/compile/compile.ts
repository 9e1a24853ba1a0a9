import type { CompiledApi } from '../../compiled/compiled-api.ts';
import { canonicalJson } from '../../compiled/canonical-json.ts';
import { sealCompiled, type Compiled } from '../../compiled/compiled.ts';
import { digestOf, type Digest } from '../../compiled/digest.ts';
import { tableFormat, type Manifest, type ManifestApi } from '../../compiled/manifest.ts';
import type { CheckedWorkspace, DeclaredApi } from '../workspace/workspace.ts';
import { compileApi } from './compile-api.ts';
import { compileApplications } from './compile-applications.ts';
import { compileGateway } from './compile-gateway.ts';
import { compileIdentityProviders } from './compile-identity-providers.ts';
import { compileLimit } from './compile-limit.ts';
import { compileUsers } from './compile-users.ts';

/**
 * Turns a checked workspace into the route table of one of its deployments: defaults filled, precedence
 * settled, everything in an order that does not depend on that of the sources. Throws an UnknownDeploymentError
 * where the gateway has no such deployment.
 */
export function compile(workspace: CheckedWorkspace, deployment: string): Compiled {
  const parts = new Map<Digest, CompiledApi>();
  const apis = workspace.apis.map((api) => addPart(api, deployment, parts));
  const manifest: Manifest = {
    format: tableFormat,
    organisation: workspace.gateway.value.organisation,
    deployment,
    gateway: compileGateway(workspace.gateway.value, deployment),
    apis: sortBy(apis, ({ context, version }) => `${context}/${version}`),
    applications: sortBy(compileApplications(workspace), ({ name }) => name),
    subscriptions: sortBy(compileSubscriptions(workspace), ({ application, api }) => `${application} ${api}`),
    tiers: sortBy(compileTiers(workspace), ({ name }) => name),
    users: sortBy(compileUsers(workspace), ({ name }) => name),
    identityProviders: sortBy(compileIdentityProviders(workspace), ({ name }) => name),
  };
  return sealCompiled(manifest, parts);
}

function addPart(api: DeclaredApi, deployment: string, parts: Map<Digest, CompiledApi>): ManifestApi {
  const compiled = compileApi(api, deployment);
  const part = digestOf(canonicalJson(compiled));
  parts.set(part, compiled);
  const { name, context, version } = compiled;
  return { name, context, version, state: api.value.state, part };
}

function compileSubscriptions({ subscriptions }: CheckedWorkspace): Manifest['subscriptions'] {
  return subscriptions.map(({ value }) => ({
    application: value.application,
    api: value.api,
    tier: value.tier,
    state: value.state ?? 'active',
    scopes: (value.scopes ?? []).toSorted(),
  }));
}

function compileTiers({ tiers }: CheckedWorkspace): Manifest['tiers'] {
  return tiers.map(({ value }) => ({
    name: value.name,
    ...(value.limit && { limit: compileLimit(value.limit) }),
  }));
}

function sortBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
