import type { Digest } from '#compiled/digest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { RememberedDefinition } from './remembered-definition.ts';

/** The facts about a file whose text is not kept in memory. */
export interface ReleasedFile {
  readonly path: string;
  readonly digest: Digest;
  /** Whether it contains the marker of suppressions. */
  readonly isMarked: boolean;
  readonly isLinked: boolean;
}

/** The data about a definition, read and linted by itself, that lint and other declarations need: plain data. */
export interface ExaminedDefinition {
  readonly path: string;
  /** Every file that was requested. */
  readonly files: readonly string[];
  /** Those of them that were read. */
  readonly read: readonly ReleasedFile[];
  readonly result: ExaminationResult;
}

/** The findings in a definition; or the errors because of which it cannot be used, and the findings next to them. */
type ExaminationResult =
  | { readonly remembered: RememberedDefinition }
  | { readonly errors: readonly Diagnostic[]; readonly findings: readonly Diagnostic[] };

/** The input that is the same for all definitions. */
export interface ExaminationSettings {
  readonly gateway: GatewayDeclaration;
  readonly maxBytes: number;
}

/**
 * Reads and lints definitions, each by itself, in the order of their paths. It leaves out those whose problems are
 * reported at the API that names them. `progress` receives how many are done.
 */
export type ExamineDefinitions = (
  paths: readonly string[],
  settings: ExaminationSettings,
  progress: (done: number) => void,
) => Promise<AsyncIterable<ExaminedDefinition>>;
