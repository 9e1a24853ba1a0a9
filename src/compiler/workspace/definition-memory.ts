import type { Digest } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';

/** What was found in a definition, and in which texts: by file, the digest of its text. */
export interface RememberedDefinition {
  readonly files: Readonly<Record<string, Digest>>;
  readonly diagnostics: readonly Diagnostic[];
  /** The scopes that its operations ask for, sorted. */
  readonly askedScopes: readonly string[];
  /** What each of its operations may be called. */
  readonly operationNames: readonly (readonly string[])[];
}

/**
 * Remembers what was found in definitions, so that what has not changed is not linted again. What a run neither
 * recalls nor keeps may be forgotten after it.
 */
export interface DefinitionMemory {
  /** Says with what settings definitions are linted now; what was found with others is forgotten. */
  open(settings: string): Promise<void>;
  /** The files of the definition at a path, its own first, as they were when it was linted last. */
  filesOf(definition: string): RememberedDefinition['files'] | undefined;
  recall(definition: string): Promise<RememberedDefinition | undefined>;
  keep(definition: string, remembered: RememberedDefinition): Promise<void>;
  /** Whether it is known that a file with a text of that digest holds no declaration. */
  isWithoutDeclarations(file: string, digest: Digest): boolean;
  keepWithoutDeclarations(file: string, digest: Digest): void;
}
