import type { SourceTree } from '#source/source-tree.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { FileCache } from './files/file-cache.ts';
import { listSources } from './files/list-sources.ts';
import { defaultSizes, SourceFiles } from './files/source-files.ts';
import { loadDeclarations } from './load-declarations.ts';
import { loadGateway } from './load-gateway.ts';
import type { Loading } from './files/loading.ts';
import { emptyDeclarations } from './read-declarations.ts';

/** The declared names. */
interface DeclaredNames extends Pick<Workspace, 'names'> {
  readonly gateway: GatewayDeclaration;
}

/** Reads the configuration and the declarations without their OpenAPI documents. Undefined if the configuration has errors. */
export async function loadNames(tree: SourceTree, configFile: string): Promise<DeclaredNames | undefined> {
  const store = new BuildStore('one');
  const declarations = emptyDeclarations();
  const loading: Loading = {
    sources: new SourceFiles(tree, new FileCache(store)),
    declarations,
    diagnostics: [],
    store,
    reusesDefinitions: false,
  };
  const gateway = await loadGateway(configFile, loading);
  if (!gateway) return undefined;
  const sizes = { ...defaultSizes, ...gateway.value.sizes };
  await loadDeclarations(await listSources(gateway, loading), sizes, loading);
  return { gateway: gateway.value, names: declarations.names };
}
