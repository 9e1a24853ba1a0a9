import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildStore } from '../workspace/build-store.ts';
import type { Declarations } from './read-declarations.ts';
import type { SourceFiles } from './files/source-files.ts';

/** What the steps of one loading share: what they read from, and what they add to. */
export interface Loading {
  readonly sources: SourceFiles;
  readonly declarations: Declarations;
  /** Unsorted. */
  readonly diagnostics: Diagnostic[];
  readonly store: BuildStore;
  /** Whether what is known of files and definitions with the same texts is taken in place of parsing them. */
  readonly recallsDefinitions: boolean;
}
