import type { Compiled, PackedTable } from '#compiled/compiled.ts';
import { CompileResults } from '#compiler/compile/compile-results.ts';
import { compile } from '#compiler/compile/compile.ts';
import type { Changes } from '#compiler/load/files/file-cache.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import { check, type BuildResult } from '#pipeline.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';

export interface Rebuilt extends BuildResult {
  /** The table in packed form; absent if errors prevent compiling. */
  readonly packed?: PackedTable;
}

type ReplacedFiles = Readonly<Record<string, string | undefined>>;

/** Builds the same sources repeatedly. Each build processes only what has changed. */
export interface Builder {
  /**
   * Returns the result of `build` of `pipeline.ts`, and the table packed. `changed` contains every path at which a file may have been added, changed or
   * removed since the last build began. A folder includes everything below it; paths that are not sources are ignored.
   * `replaced` contains texts to read in place of files, by path; undefined treats a file as missing. Each build waits
   * for the one before. Rejects with an UnknownDeploymentError if the gateway does not have the deployment.
   */
  build(changed: Changes, replaced?: ReplacedFiles): Promise<Rebuilt>;
  /** Compiles a variant of the sources that were built last. May throw if the variant violates a rule. */
  compile(checked: CheckedWorkspace): Compiled;
}

/**
 * A builder for the table of one deployment; its first build reads everything. `known` may contain findings in
 * definitions from earlier runs, and receives the new ones.
 */
export function createBuilder(
  tree: SourceTree,
  configFile: string,
  deployment: string,
  known?: BuildStore,
): Builder {
  const store = known ?? new BuildStore('many');
  const remembers = known ? 'findings' : undefined;
  let lastReplaced: ReplacedFiles = {};
  const buildNext = async (given: Changes, replaced: ReplacedFiles): Promise<Rebuilt> => {
    const changed = given === 'all' ? given : new Set([...given, ...listDifferent(lastReplaced, replaced)]);
    lastReplaced = replaced;
    const read = Object.keys(replaced).length === 0 ? tree : overlaySourceTree(tree, replaced);
    const result = await check(read, configFile, { store, changed, remembers });
    if (!result.checked) return result;
    const results = new CompileResults(store);
    const compiled = compile(result.checked, deployment, results);
    return { ...result, compiled, packed: results.pack(compiled) };
  };
  let last: Promise<unknown> = Promise.resolve();
  const build = (changed: Changes, replaced: ReplacedFiles = {}): Promise<Rebuilt> => {
    const next = last.then(() => buildNext(hasRoot(changed) ? 'all' : changed, replaced));
    last = next.catch(() => undefined);
    return next;
  };
  return { build, compile: (checked) => compile(checked, deployment, new CompileResults(store)) };
}

function listDifferent(one: ReplacedFiles, other: ReplacedFiles): ReadonlySet<string> {
  const files = Object.keys({ ...one, ...other });
  const isSame = (file: string) =>
    Object.hasOwn(one, file) && Object.hasOwn(other, file) && one[file] === other[file];
  return new Set(files.filter((file) => !isSame(file)));
}

function hasRoot(changed: Changes): boolean {
  return changed !== 'all' && (changed.has('') || changed.has('.'));
}
