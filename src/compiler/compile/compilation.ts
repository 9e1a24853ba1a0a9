import type { ListName, ManifestEntry } from '#compiled/manifest.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { CompileResults } from './compile-results.ts';

/** The input of a compilation, the deployment to compile, and earlier results. */
export interface Compilation {
  readonly workspace: CheckedWorkspace;
  readonly deployment: string;
  readonly results: CompileResults;
}

/** The entries of each list of the manifest, in no particular order. */
export type ListCompilers = {
  readonly [Name in ListName]: (compilation: Compilation) => readonly ManifestEntry<Name>[];
};
