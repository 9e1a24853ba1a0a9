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
      /** The secrets that the table names. */
      readonly references: readonly SecretReference[];
      /** Absent if the source is a table. */
      readonly sources?: Pick<Sources, 'covers' | 'text'>;
      /** The workspace that the table was compiled from; absent if the source is a table. */
      readonly workspace?: Workspace;
      /** The parts of the sources that are not served as they have it; absent if the source is a table. */
      readonly held?: readonly HeldPart[];
      /** The findings of the sources, for reports. */
      readonly checked?: CheckResult;
      /** The diagnostics of what is served, without errors; absent if the source is a table. */
      readonly diagnostics?: readonly Diagnostic[];
      /** The commit that it was read from; absent if the source is not a branch of a repository. */
      readonly commit?: string;
      /** The time of that commit, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly committedAt?: number;
      /** By which it is known; absent if it need not be. */
      readonly signature?: TableSignature;
    }
  | { readonly ok: false; readonly failure: SourceFailure };

/** Why sources cannot be used, with the texts of all of them. */
export interface SourceFailure extends LoadFailure {
  readonly sources?: Sources;
  /** The findings of the sources, for reports. */
  readonly checked?: CheckResult;
}

/** A failed reading, with only the reason known, in one sentence. */
export function failReading(message: string): SourceReading & { readonly ok: false } {
  return { ok: false, failure: { message, diagnostics: [] } };
}
