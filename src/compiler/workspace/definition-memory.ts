import type { Digest } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';

/** What was found in a definition, and in which texts: by file, the digest of its text. */
export interface RememberedDefinition {
  readonly files: Readonly<Record<string, Digest>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Remembers what was found in definitions, so that what has not changed is not linted again. */
export interface DefinitionMemory {
  /** Says with what settings definitions are linted now; what was found with others is forgotten. */
  open(settings: string): Promise<void>;
  /** The files of the definition at a path, as they were when it was linted last. */
  filesOf(definition: string): RememberedDefinition['files'] | undefined;
  /** The digest that a part of some definition had; a part holds no declarations. */
  digestOfPart(file: string): Digest | undefined;
  recall(definition: string): Promise<RememberedDefinition | undefined>;
  keep(definition: string, remembered: RememberedDefinition): Promise<void>;
}
