import type { Compiled, PackedTable } from '#compiled/compiled.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { CheckResult } from '#pipeline.ts';
import type { TableSignature } from '#platform/keys/table-signature.ts';
import type { LoadFailure } from '../gateway-event.ts';
import type { HeldPart } from './held-part.ts';
import type { Secrets } from '../services/read-secrets.ts';

export type SourceReading =
  | {
      readonly ok: true;
      readonly table: PackedTable;
      /** The secrets that the table names. */
      readonly references: readonly SecretReference[];
      /** Absent if the source is a table. */
      readonly sources?: Pick<Sources, 'covers' | 'text'>;
      /** What the table is of; absent if the source is a table. */
      readonly workspace?: Workspace;
      /** The parts of the sources that are not served as they have it; absent if the source is a table. */
      readonly held?: readonly HeldPart[];
      /** What was found in the sources, for reports. */
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
  /** What was found in the sources, for reports. */
  readonly checked?: CheckResult;
}

/** A failed reading, with only the reason known, in one sentence. */
export function failReading(message: string): SourceReading & { readonly ok: false } {
  return { ok: false, failure: { message, diagnostics: [] } };
}

/** How a source elsewhere is, for /status. */
export interface RemoteState {
  /** Without credentials. */
  readonly url: string;
  /** Set if the source is a repository. */
  readonly branch?: string;
  /** The time of its last answer, in milliseconds since 1970; undefined if never. */
  readonly checkedAt: number | undefined;
  /** Why the last check of it failed. */
  readonly failure: string | undefined;
}

/** A route table with the secrets that it names: all that a generation is built from. */
export interface LoadedTable {
  readonly compiled: Compiled;
  readonly secrets: Secrets;
  /** The time of the commit that it was read from, if the source is a branch of a repository. */
  readonly committedAt?: number;
}
