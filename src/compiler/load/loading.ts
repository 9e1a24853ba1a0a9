import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import type { LoadCache } from './load-cache.ts';
import type { Declarations } from './read-declarations.ts';
import type { SourceFiles } from './files/source-files.ts';

/** What the steps of one loading share: what they read from, and what they add to. */
export interface Loading {
  readonly sources: SourceFiles;
  readonly declarations: Declarations;
  /** Unsorted. */
  readonly diagnostics: Diagnostic[];
  readonly memory: DefinitionMemory | undefined;
  readonly cache: LoadCache | undefined;
}
