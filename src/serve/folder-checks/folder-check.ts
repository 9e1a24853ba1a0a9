import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Edit } from '#source/find-edit.ts';
import type { Place } from '#source/place.ts';

/** A folder that a thread checks: the project of its configuration, or the open documents if it has none. */
export interface FolderData {
  /** An absolute path. */
  readonly root: string;
  /** The configuration file in the root; undefined if only open documents are checked. */
  readonly configFile: string | undefined;
  /** One element: the number of the newest requested check. */
  readonly newest: Int32Array<SharedArrayBuffer>;
}

/**
 * An editor buffer: its full text, only the difference from the last check, or only its path if the text has not
 * changed.
 */
export interface FolderBuffer {
  readonly file: string;
  readonly text?: string;
  readonly edit?: Edit;
  /** The text that replaces the range of the edit. */
  readonly added?: string;
}

/** Requests a check of the folder as if the editor's open files were saved. */
export interface FolderQuestion {
  readonly number: number;
  readonly buffers: readonly FolderBuffer[];
}

/** The names of declarations, which other declarations may refer to. */
export interface DeclaredNames {
  readonly names: Workspace['names'];
  /** Where the names are declared, by kind and name: `Api DogPark/v1`. */
  readonly places: ReadonlyMap<string, Place>;
}

/** The findings of a check. */
export interface FolderFindings {
  /** Sorted by location. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if nothing changed since the last check, or if only documents were checked. */
  readonly declared: DeclaredNames | undefined;
  /** Whether a project was checked; false if only open documents were. */
  readonly isProject: boolean;
}

/** The calls that the thread of a folder answers. */
export type FolderCalls = {
  /** Undefined if a newer check was requested meanwhile. */
  readonly check: (question: FolderQuestion) => Promise<FolderFindings | undefined>;
};
