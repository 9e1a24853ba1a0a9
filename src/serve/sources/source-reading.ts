import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { PackedTable } from '#compiled/compiled.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { CheckResult } from '#pipeline.ts';
import type { TableSignature } from '#platform/keys/table-signature.ts';
import type { LoadFailure } from '../served/gateway-event.ts';
import type { HeldPart } from '../served/held-part.ts';

export type SourceReading =
  | {
      readonly ok: true;
      readonly table: PackedTable;
      /** The secrets that the table refers to. */
      readonly references: readonly SecretReference[];
      /** Absent if the source is a table. */
      readonly sources?: Pick<Sources, 'covers' | 'text'>;
      /** The workspace that the table was compiled from; absent if the source is a table. */
      readonly workspace?: Workspace;
      /** The parts that are held back; absent if the source is a table. */
      readonly held?: readonly HeldPart[];
      /** The findings in the sources, for reports. */
      readonly checked?: CheckResult;
      /** The diagnostics of the served version, without errors; absent if the source is a table. */
      readonly diagnostics?: readonly Diagnostic[];
      /** The commit that it was read from; absent if the source is not a branch of a repository. */
      readonly commit?: string;
      /** The time of the commit, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly committedAt?: number;
      /** The verified signature of the table; absent if signatures are not required. */
      readonly signature?: TableSignature;
    }
  | { readonly ok: false; readonly failure: SourceFailure };

/** Why the sources cannot be used, and their texts. */
export interface SourceFailure extends LoadFailure {
  readonly sources?: Sources;
  /** The findings in the sources, for reports. */
  readonly checked?: CheckResult;
}

/** Creates a failed reading from a one-sentence message. */
export function failReading(message: string): SourceReading & { readonly ok: false } {
  return { ok: false, failure: { message, diagnostics: [] } };
}
