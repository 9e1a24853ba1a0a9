import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Edit } from '#source/find-edit.ts';
import type { Place } from '#source/place.ts';

/** A folder that a thread checks: the project of its configuration, or without one the documents that are open. */
export interface FolderData {
  /** Absolute. */
  readonly root: string;
  /** The configuration in the root; undefined if only documents are checked, whatever there is. */
  readonly configFile: string | undefined;
  /** One number: that of the newest check that is wanted. */
  readonly newest: Int32Array<SharedArrayBuffer>;
}

/** A buffer: its text, only how that differs from the text of the last check, or only its path if it is the same. */
export interface FolderBuffer {
  readonly file: string;
  readonly text?: string;
  readonly edit?: Edit;
  /** The text that replaces the range of the edit. */
  readonly added?: string;
}

/** A check of the folder as if the files that an editor has open were saved. */
export interface FolderQuestion {
  readonly number: number;
  readonly buffers: readonly FolderBuffer[];
}

/** The names of declarations, which other declarations may use. */
export interface DeclaredNames {
  readonly names: Workspace['names'];
  /** Where they are named, by their kind and name: `Api DogPark/v1`. */
  readonly places: ReadonlyMap<string, Place>;
}

/** The findings of a check. */
export interface FolderFindings {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if they are the same as after the last check, or if only documents were checked. */
  readonly declared: DeclaredNames | undefined;
  /** Whether a project was checked, and not only documents. */
  readonly isProject: boolean;
}

/** The calls that the thread of a folder answers. */
export type FolderCalls = {
  /** Undefined if a newer check is wanted. */
  readonly check: (question: FolderQuestion) => Promise<FolderFindings | undefined>;
};
