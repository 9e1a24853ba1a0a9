import { type Diagnostic, withoutRepeats } from '#diagnostic/diagnostic.ts';
import { allLists } from '#compiled/manifest.ts';
import { placeOf } from '#source/place.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { ExamineDefinitions } from '#compiler/workspace/examined-definition.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Guide } from '#compiled/settings/guide.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredLists, Workspace } from '#compiler/workspace/workspace.ts';
import { defaultSizes, SourceFiles } from './files/source-files.ts';
import { listSources, reportNoApi } from './files/list-sources.ts';
import { isRereadable } from './files/released-text.ts';
import { reportStrayFiles } from './files/stray-files.ts';
import { type Changes, FileCache } from './files/file-cache.ts';
import { loadDeclarations } from './load-declarations.ts';
import { loadDefinitions, type ReportProgress } from './load-definitions.ts';
import { loadSuppressions } from './load-suppressions.ts';
import { type Configure, loadGateway, reportFurtherGateways } from './load-gateway.ts';
import { loadGuides } from './load-guides.ts';
import { loadLogo } from './load-logo.ts';
import type { IsShared, Loading } from './files/loading.ts';
import { type Declarations, emptyDeclarations } from './read-declarations.ts';

export interface LoadOptions {
  readonly progress?: ReportProgress | undefined;
  /** The results of earlier loads, which are reused. */
  readonly store?: BuildStore | undefined;
  /** The files that may have changed since the last load with this store. Default: all. */
  readonly changed?: Changes | undefined;
  /** The files that are open in an editor: the next load parses only what changed in them. Default: none. */
  readonly edited?: ReadonlySet<string> | undefined;
  /** Whether to skip parsing definitions whose findings are remembered. The result cannot be compiled then. */
  readonly reusesDefinitions?: boolean | undefined;
  /**
   * Decides for which files remembered results are used. Definitions with remembered findings are then parsed on first
   * use of their contents, so that the result can be compiled.
   */
  readonly isShared?: IsShared | undefined;
  /** Changes the configuration after it is read. */
  readonly configure?: Configure | undefined;
  /** Examines definitions whose findings are not remembered. Only their findings remain, as if they were remembered. */
  readonly examine?: ExamineDefinitions | undefined;
}

export interface LoadResult {
  /** The parts that could be read; absent if there is no usable Gateway document. */
  readonly workspace?: Workspace;
  /** Unsorted. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/**
 * Reads the configuration, every declaration that its globs match, and the OpenAPI documents that the declarations
 * name.
 */
export async function load(
  tree: SourceTree,
  configFile: string,
  { progress, store = new BuildStore('one'), changed = 'all', ...options }: LoadOptions = {},
): Promise<LoadResult> {
  const cache = new FileCache(store, options.edited);
  await cache.expire(changed, tree);
  const sources = new SourceFiles(tree, cache);
  const diagnostics: Diagnostic[] = [];
  const loading: Loading = {
    sources,
    declarations: emptyDeclarations(),
    diagnostics,
    store,
    reusesDefinitions: options.reusesDefinitions ?? false,
    isShared: options.isShared,
    // Findings in released files are shown with texts that are read again, which this requires.
    examine: isRereadable(tree) ? options.examine : undefined,
  };
  const gateway = await loadGateway(configFile, loading, options.configure);
  if (!gateway) return { diagnostics, sources };
  const workspace = await loadWorkspace(gateway, loading, progress);
  // Not called for an unusable configuration: nothing else was read then, so results that are still needed would be
  // discarded.
  store.endRun('load');
  return { workspace, diagnostics: withoutRepeats(diagnostics), sources };
}

async function loadWorkspace(
  gateway: Declared<GatewayDeclaration>,
  loading: Loading,
  progress: ReportProgress | undefined,
): Promise<Workspace> {
  const { sources, declarations } = loading;
  const sizes = { ...defaultSizes, ...gateway.value.sizes };
  const undecided = await loadDeclarations(await listSources(gateway, loading), sizes, loading);
  const { apis, files } = await loadDefinitions(sizes.definitionBytes, loading, progress);
  const logo = await loadLogo(gateway, loading);
  const guides = await loadStoreGuides(gateway, loading);
  reportFurtherGateways(loading);
  reportNoApi(gateway, loading);
  const unused = undecided.filter((path) => !files.has(path));
  await reportStrayFiles(unused, sizes, loading);
  const suppressions = await loadSuppressions(sizes.definitionBytes, loading);
  const { valid, names, unnamed } = declarations;
  const pages = { ...(logo && { logo }), ...(guides && { guides }) };
  return { ...listsOf(valid), gateway, apis, names, unnamed, sources, suppressions, ...pages };
}

/** The guides of the organisation; undefined if the store declares none. */
async function loadStoreGuides(
  gateway: Declared<GatewayDeclaration>,
  loading: Loading,
): Promise<readonly Guide[] | undefined> {
  const files = gateway.value.store?.guides;
  return files && loadGuides(gateway, { files, place: placeOf(gateway.place, 'store', 'guides') }, loading);
}

/** The declarations of each kind, by the list of the manifest that they are compiled into. */
function listsOf(valid: Declarations['valid']): DeclaredLists {
  // `Object.fromEntries` loses the names; the registry pairs each list with its kind.
  return Object.fromEntries(
    allLists.map(({ name, kind }) => [name, valid[kind]]),
  ) as unknown as DeclaredLists;
}
