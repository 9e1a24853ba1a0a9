import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import type { ExamineDefinitions } from '#compiler/workspace/examined-definition.ts';
import type { Declarations } from '../read-declarations.ts';
import type { SourceFiles } from './source-files.ts';

/** Whether a file is unchanged in another state of the sources. */
export type IsShared = (path: string, maxBytes: number) => Promise<boolean>;

/** The state that the steps of one load share: their input and their results. */
export interface Loading {
  readonly sources: SourceFiles;
  readonly declarations: Declarations;
  /** Unsorted. */
  readonly diagnostics: Diagnostic[];
  readonly store: BuildStore;
  /** Whether earlier results for files and definitions with the same texts are used instead of parsing them. */
  readonly reusesDefinitions: boolean;
  /** Decides for which files earlier results are used, if not for all; definitions can then be compiled. */
  readonly isShared?: IsShared | undefined;
  /** Examines the other definitions one by one, if they should not all be in memory. */
  readonly examine?: ExamineDefinitions | undefined;
}
