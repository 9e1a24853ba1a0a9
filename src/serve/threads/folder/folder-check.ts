import type { Workspace } from '../../../compiler/workspace/workspace.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { Edit } from '../../../source/find-edit.ts';
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

/** A buffer: its text, only how that differs from the text of the last check, or only its path if it is the same. */
export interface FolderBuffer {
  readonly file: string;
  readonly text?: string;
  readonly edit?: Edit;
  /** What is at the place of the edit by now. */
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
