import type { ListName, ManifestEntry } from '#compiled/manifest.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { CompileResults } from './compile-results.ts';

/** What is compiled, for which deployment, and the store of results, which has those of earlier compilations. */
export interface Compilation {
  readonly workspace: CheckedWorkspace;
  readonly deployment: string;
  readonly results: CompileResults;
}

/** The entries of each list of the manifest, in no particular order. */
export type ListCompilers = {
  readonly [Name in ListName]: (compilation: Compilation) => readonly ManifestEntry<Name>[];
};
