import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { allLists, tableFormat, type Manifest, type ManifestLists } from '#compiled/manifest.ts';
import { listCompilers } from './list-compilers.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { Compilation } from './compilation.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { CompileResults } from './compile-results.ts';
import { compileGateway } from '#compiler/kinds/gateway/compile.ts';

/**
 * Turns a checked workspace into the route table of one of its deployments: applies defaults and precedence, and sorts
 * all lists, whatever the order of the sources. Throws an UnknownDeploymentError if the gateway has no such deployment.
 * Earlier results are reused.
 */
export function compile(
  workspace: CheckedWorkspace,
  deployment: string,
  results: CompileResults = new CompileResults(new BuildStore('one')),
): Compiled {
  const compilation = { workspace, deployment, results };
  const manifest: Manifest = {
    format: tableFormat,
    organisation: workspace.gateway.value.organisation,
    deployment,
    gateway: compileGateway(workspace.gateway.value, deployment, workspace),
    ...compileLists(compilation),
  };
  const compiled = sealCompiled(manifest, results.parts, (list) => results.textOf(list));
  results.end(compiled);
  return compiled;
}

function compileLists(compilation: Compilation): ManifestLists {
  const lists = allLists.map(({ name, keyOf, sortKeyOf = keyOf }) => {
    const entries: readonly object[] = listCompilers[name](compilation);
    return [name, compilation.results.list(name, sortBy(entries, sortKeyOf))];
  });
  return Object.fromEntries(lists);
}

function sortBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}
