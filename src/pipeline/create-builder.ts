import type { Compiled } from '../compiled/compiled.ts';
import type { CompiledApi } from '../compiled/compiled-api.ts';
import type { Digest } from '../compiled/digest.ts';
import type { PackedTable } from '../compiled/packed-table.ts';
import { CompileCache } from '../compiler/compile/compile-cache.ts';
import { compile } from '../compiler/compile/compile.ts';
import { FindingsCache, type FindingsMemory } from '../compiler/lint/findings-cache.ts';
import { LoadCache } from '../compiler/load/load-cache.ts';
import type { Changes } from '../compiler/load/files/listings.ts';
import { check, type BuildResult } from '../pipeline.ts';
import type { SourceTree } from '../source/source-tree.ts';

/** What differs between two tables in their parts. */
interface PartChanges {
  readonly added: readonly (readonly [Digest, CompiledApi])[];
  readonly removed: readonly Digest[];
}

export type { FindingsMemory };

export interface Rebuilt extends BuildResult {
  /** The table, packed; absent where there is none. */
  readonly packed?: PackedTable;
  /** What differs from the last table that this builder has compiled; absent where there is no table now. */
  readonly parts?: PartChanges;
}

/** Builds the same sources again and again, each time as much as has changed. */
export interface Builder {
  /**
   * Gives what `build` would. `changed` holds every path, as sources name them, at which a file may have appeared,
   * changed or removed since the last build began; a folder stands for all that is below it, and what is not a source does
   * no harm. Builds wait for each other. Rejects with an UnknownDeploymentError where the gateway has no such
   * deployment.
   */
  build(changed: Changes): Promise<Rebuilt>;
}

/**
 * A builder of the table of one deployment; its first build looks at everything. What a memory knows of definitions is
 * not looked for again.
 */
export function createBuilder(
  tree: SourceTree,
  configFile: string,
  deployment: string,
  memory?: FindingsMemory,
): Builder {
  const cache = new LoadCache();
  const findings = new FindingsCache(memory);
  const parts = new CompileCache();
  let before: Compiled | undefined;
  const buildNext = async (changed: Changes): Promise<Rebuilt> => {
    await cache.forget(changed, tree);
    const result = await check(tree, configFile, { cache, findings });
    if (!result.checked) return result;
    const compiled = compile(result.checked, deployment, parts);
    const packed = parts.pack(compiled);
    const rebuilt = { ...result, compiled, packed, parts: diffParts(before, compiled) };
    before = compiled;
    return rebuilt;
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

function diffParts(before: Compiled | undefined, after: Compiled): PartChanges {
  return {
    added: [...after.apis].filter(([digest]) => !before?.apis.has(digest)),
    removed: [...(before?.apis.keys() ?? [])].filter((digest) => !after.apis.has(digest)),
  };
}
