import type { PackedTable } from '../compiled/packed-table.ts';
import { CompileResults } from '../compiler/compile/compile-results.ts';
import { compile } from '../compiler/compile/compile.ts';
import type { Changes } from '../compiler/load/files/kept-files.ts';
import { BuildStore } from '../compiler/workspace/build-store.ts';
import { check, type BuildResult } from '../pipeline.ts';
import type { SourceTree } from '../source/source-tree.ts';

export interface Rebuilt extends BuildResult {
  /** The table, packed; absent if there is none. */
  readonly packed?: PackedTable;
}

/** Builds the same sources again and again, each time as much as has changed. */
export interface Builder {
  /**
   * Returns what `build` would return. `changed` contains every path at which a file may have been added,
   * changed or removed since the last build began. A folder includes everything below it; paths that are not
   * sources are ignored. Builds wait for each other. Rejects with an UnknownDeploymentError if the gateway does
   * not have the deployment.
   */
  build(changed: Changes): Promise<Rebuilt>;
}

/**
 * A builder of the table of one deployment; its first build reads everything. A store that is passed in may
 * contain findings of definitions from before, and receives the new ones.
 */
export function createBuilder(
  tree: SourceTree,
  configFile: string,
  deployment: string,
  known?: BuildStore,
): Builder {
  const store = known ?? new BuildStore('many');
  const remembers = known ? 'findings' : undefined;
  const buildNext = async (changed: Changes): Promise<Rebuilt> => {
    const result = await check(tree, configFile, { store, changed, remembers });
    if (!result.checked) return result;
    const results = new CompileResults(store);
    const compiled = compile(result.checked, deployment, results);
    return { ...result, compiled, packed: results.pack(compiled) };
  };
  let last: Promise<unknown> = Promise.resolve();
  const build = (changed: Changes): Promise<Rebuilt> => {
    const next = last.then(() => buildNext(hasRoot(changed) ? 'all' : changed));
    last = next.catch(() => undefined);
    return next;
  };
  return { build };
}

function hasRoot(changed: Changes): boolean {
  return changed !== 'all' && (changed.has('') || changed.has('.'));
}
