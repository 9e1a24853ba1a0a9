import type { ListName } from '#compiled/manifest.ts';
import { applyEdits, EditError, type TextEdit } from '#compiler/edit/text-edit.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { ChangeError } from './change-error.ts';

/** The edits of the sources for one change. */
export interface ProposedEdit {
  /** The texts of the written files, without byte order marks, by their paths; undefined for deleted files. */
  readonly files: Readonly<Record<string, string | undefined>>;
  /** The declarations that the edited sources must contain, to verify that the edited layout is read as intended. */
  readonly declares: readonly ExpectedDeclaration[];
  /** The file whose errors of design rules go into the baseline. */
  readonly acceptsErrorsIn?: string;
  /** The finding that the edited sources must suppress. */
  readonly suppresses?: Diagnostic;
}

export interface ExpectedDeclaration {
  readonly list: ListName;
  /** The key of the declaration in its list: `DogPark/v1`. */
  readonly key: string;
  /** Undefined for a removed declaration. */
  readonly value: object | undefined;
}

/** The input of a change, in addition to the workspace. */
export interface ChangeContext {
  /** The files of the repository that contain schemas for editors. */
  readonly schemas: ReadonlySet<string>;
  /** `2026-01-31`. */
  readonly today: string;
  readonly suppressible: SuppressibleFindings;
}

/** The reported findings of lint that may be suppressed. */
export interface SuppressibleFindings {
  /** Those of one API version, by its key. */
  ofApi(key: string): readonly Diagnostic[];
  /** Those in one file, of all API versions. */
  inFile(file: string): readonly Diagnostic[];
}

/** Edits the text that the previous step returned. Throws an EditError. */
export type EditStep = (text: string) => readonly TextEdit[];

/**
 * Edits a file that was read, in steps: each step edits the text that the previous one returned. Throws a ChangeError.
 */
export function editFile({ sources }: Workspace, file: string, ...steps: readonly EditStep[]): string {
  const text = sources.text(file);
  if (text === undefined) throw new ChangeError(`${file} cannot be read.`);
  try {
    return steps.reduce((before, step) => applyEdits(before, step(before)), text);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new ChangeError(`${file} must be edited by hand: ${error.message}`);
  }
}

/** Throws a ChangeError if one of the new files already exists among the sources. */
export function refuseKnown({ sources }: Workspace, files: readonly string[]): void {
  const known = files.find((file) => sources.text(file) !== undefined);
  if (known !== undefined) throw new ChangeError(`${known} exists already.`);
}
