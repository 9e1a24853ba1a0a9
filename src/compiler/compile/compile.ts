import { sealCompiled, type Compiled } from '../../compiled/compiled.ts';
import { tableFormat, type Manifest } from '../../compiled/manifest.ts';
import type { CheckedWorkspace } from '../workspace/workspace.ts';
import { compileApplications } from './compile-application.ts';
import { BuildStore } from '../workspace/build-store.ts';
import { CompileResults } from './compile-results.ts';
import { compileGateway } from './compile-gateway.ts';
import { compileIdentityProvider } from './compile-identity-provider.ts';
import { compileParts } from './compile-parts.ts';
import { compileSubscription, isUsable } from './compile-subscription.ts';
import { compileTier } from './compile-tier.ts';
import { compileUser } from './compile-user.ts';

/**
 * Turns a checked workspace into the route table of one of its deployments: defaults filled, precedence
 * settled, everything in an order that does not depend on that of the sources. Throws an UnknownDeploymentError
 * where the gateway has no such deployment. What is known from before is not compiled again.
 */
export function compile(
  workspace: CheckedWorkspace,
  deployment: string,
  results: CompileResults = new CompileResults(new BuildStore()),
): Compiled {
  const gateway = compileGateway(workspace.gateway.value, deployment);
  const { parts, entries } = compileParts(workspace, deployment, results);
  const manifest: Manifest = {
    format: tableFormat,
    organisation: workspace.gateway.value.organisation,
    deployment,
    gateway,
    apis: results.list(
      'apis',
      sortBy(entries, ({ context, version }) => `${context}/${version}`),
    ),
    applications: results.list('applications', sortByName(compileApplications(workspace, results))),
    subscriptions: results.list(
      'subscriptions',
      sortBy(
        workspace.subscriptions
          .filter(isUsable(workspace))
          .map((one) => results.entry(one, compileSubscription)),
        ({ application, api }) => `${application} ${api}`,
      ),
    ),
    tiers: compileList('tiers', workspace.tiers, compileTier, results),
    users: compileList('users', workspace.users, compileUser, results),
    identityProviders: compileList(
      'identityProviders',
      workspace.identityProviders,
      compileIdentityProvider,
      results,
    ),
  };
  const compiled = sealCompiled(manifest, parts, (list) => results.textOf(list));
  results.end(compiled);
  return compiled;
}

/** A list of what has a name, sorted by that. */
function compileList<Source extends object, Entry extends { readonly name: string }>(
  name: string,
  sources: readonly Source[],
  make: (source: Source) => Entry,
  results: CompileResults,
): readonly Entry[] {
  const entries = sources.map((one) => results.entry(one, make));
  return results.list(name, sortByName(entries));
}

function sortByName<Entry extends { readonly name: string }>(entries: readonly Entry[]): readonly Entry[] {
  return sortBy(entries, ({ name }) => name);
}

function sortBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}
