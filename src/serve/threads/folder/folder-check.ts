import type { Workspace } from '../../../compiler/workspace/workspace.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { Place } from '../../../source/place.ts';

/** The folder of a configuration that a thread checks. */
export interface FolderData {
  /** Absolute. */
  readonly root: string;
  /** Its file in the root. */
  readonly configFile: string;
  /** One number: that of the newest check that is wanted. */
  readonly newest: Int32Array<SharedArrayBuffer>;
}

/** A check of the folder as if some files were saved with the text that an editor has of them. */
export interface FolderQuestion {
  readonly number: number;
  /** All files that an editor has open; without a text, it is that of the last check. */
  readonly buffers: readonly { readonly file: string; readonly text?: string }[];
}

/** The names of declarations, which other declarations may use. */
export interface DeclaredNames {
  readonly names: Workspace['names'];
  /** Where they are named, by their kind and name: `Api DogPark/v1`. */
  readonly places: ReadonlyMap<string, Place>;
}

/** What a check has found. */
export interface FolderFindings {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if they are the same as after the last check. */
  readonly declared: DeclaredNames | undefined;
}

/** What the thread of a folder answers. */
export type FolderCalls = {
  /** Undefined if a newer check is wanted. */
  readonly check: (question: FolderQuestion) => Promise<FolderFindings | undefined>;
};
