import type { Digest } from '#compiled/digest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { RememberedDefinition } from './remembered-definition.ts';

/** The facts about a file whose text is no longer in memory. */
export interface ReleasedFile {
  readonly path: string;
  readonly digest: Digest;
  /** Whether it contains the marker of suppressions. */
  readonly isMarked: boolean;
  readonly isLinked: boolean;
}

/**
 * What lint and other declarations need to know about a definition, which was read and linted by itself. Plain data.
 */
export interface ExaminedDefinition {
  readonly path: string;
  /** Every file that was requested. */
  readonly files: readonly string[];
  /** The requested files that were read. */
  readonly read: readonly ReleasedFile[];
  readonly result: ExaminationResult;
}

/** The findings in a definition; or the errors that make it unusable, and the other findings in it. */
type ExaminationResult =
  | { readonly remembered: RememberedDefinition }
  | { readonly errors: readonly Diagnostic[]; readonly findings: readonly Diagnostic[] };

/** The input that all definitions share. */
export interface ExaminationSettings {
  readonly gateway: GatewayDeclaration;
  readonly maxBytes: number;
}

/**
 * Reads and lints definitions, each by itself, in the order of their paths. Omits definitions whose problems are
 * reported at the API that names them. `progress` receives the number of definitions that are finished.
 */
export type ExamineDefinitions = (
  paths: readonly string[],
  settings: ExaminationSettings,
  progress: (done: number) => void,
) => Promise<AsyncIterable<ExaminedDefinition>>;
