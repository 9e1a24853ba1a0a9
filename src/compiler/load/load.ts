import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface LoadResult {
  /** What could be read; absent only where there is no usable Gateway document. */
  readonly workspace?: Workspace;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/** Reads the configuration, every declaration that its globs find, and the OpenAPI documents that those name. */
export async function load(_tree: SourceTree, _configFile: string): Promise<LoadResult> {
  throw new Error('being written');
}
