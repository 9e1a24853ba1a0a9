import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import type { ExamineDefinitions } from '#compiler/workspace/examined-definition.ts';
import type { Declarations } from '../read-declarations.ts';
import type { SourceFiles } from './source-files.ts';

/** Whether a file is the same in another state of the sources. */
export type IsShared = (path: string, maxBytes: number) => Promise<boolean>;

/** The shared state of the steps of one load: their input, and their results. */
export interface Loading {
  readonly sources: SourceFiles;
  readonly declarations: Declarations;
  /** Unsorted. */
  readonly diagnostics: Diagnostic[];
  readonly store: BuildStore;
  /** Whether earlier results for files and definitions with the same texts are used instead of parsing them. */
  readonly reusesDefinitions: boolean;
  /** The files of which earlier results are used, if only some are; then definitions can be compiled nevertheless. */
  readonly isShared?: IsShared | undefined;
  /** Examines the others, if they are not to be in memory together. */
  readonly examine?: ExamineDefinitions | undefined;
}
