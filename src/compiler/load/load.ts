import { type Diagnostic, withoutRepeats } from '../../diagnostic/diagnostic.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import type { GatewayDeclaration } from '../declaration/gateway.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared } from '../workspace/declared.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { defaultSizes, SourceFiles } from './files/source-files.ts';
import { listSources, reportNoApi } from './files/list-sources.ts';
import { reportStrayFiles } from './files/stray-files.ts';
import type { LoadCache } from './load-cache.ts';
import { loadDeclarations } from './load-declarations.ts';
import { loadDefinitions, type ReportProgress } from './load-definitions.ts';
import { loadSuppressions } from './load-suppressions.ts';
import { loadGateway, reportFurtherGateways } from './load-gateway.ts';
import type { Loading } from './loading.ts';
import { emptyDeclarations } from './read-declarations.ts';

export interface LoadOptions {
  /** Knows what was found in definitions before. */
  readonly memory?: DefinitionMemory | undefined;
  readonly progress?: ReportProgress | undefined;
  /** Knows what the loads before have read. */
  readonly cache?: LoadCache | undefined;
}

export interface LoadResult {
  /** What could be read; absent only where there is no usable Gateway document. */
  readonly workspace?: Workspace;
  /** Unsorted. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/**
 * Reads the configuration, every declaration that its globs find, and the OpenAPI documents that those name; those
 * that a memory knows are not parsed, so that nothing can be compiled from what comes back.
 */
export async function load(
  tree: SourceTree,
  configFile: string,
  { memory, progress, cache }: LoadOptions = {},
): Promise<LoadResult> {
  const sources = new SourceFiles(tree, cache);
  const diagnostics: Diagnostic[] = [];
  const loading: Loading = { sources, declarations: emptyDeclarations(), diagnostics, memory, cache };
  const gateway = await loadGateway(configFile, loading);
  if (!gateway) return { diagnostics, sources };
  const workspace = await loadWorkspace(gateway, loading, progress);
  return { workspace, diagnostics: withoutRepeats(diagnostics), sources };
}

async function loadWorkspace(
  gateway: Declared<GatewayDeclaration>,
  loading: Loading,
  progress: ReportProgress | undefined,
): Promise<Workspace> {
  const { sources, declarations, memory, cache } = loading;
  await memory?.open(JSON.stringify(gateway.value.lint ?? {}));
  const sizes = { ...defaultSizes, ...gateway.value.sizes };
  cache?.open(sizes);
  const undecided = await loadDeclarations(await listSources(gateway, loading), sizes, loading);
  const { apis, files, kept } = await loadDefinitions(sizes.definitionBytes, loading, progress);
  reportFurtherGateways(loading);
  reportNoApi(gateway, loading);
  const unused = undecided.filter((path) => !files.has(path));
  await reportStrayFiles(unused, sizes, loading);
  const suppressions = await loadSuppressions(sizes.definitionBytes, loading);
  cache?.keep(sources, kept);
  const { valid, names } = declarations;
  return {
    gateway,
    apis,
    applications: valid.Application,
    subscriptions: valid.Subscription,
    tiers: valid.Tier,
    users: valid.User,
    identityProviders: valid.IdentityProvider,
    names,
    sources,
    suppressions,
  };
}
