import type { Digest } from '#compiled/digest.ts';
import type { TableChange } from '#compiled/table-change.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { VersionPair } from '#runtime/ports/contract-changes.ts';
import type { HeldPart } from '../../served/held-part.ts';
import type { RemoteState } from '../../served/loaded-table.ts';
import type { ComparedVersions } from './contract-comparisons.ts';
import type { TableCalls } from '../../served/table-transfer.ts';

/** The calls that this thread answers. */
export type SourceCalls = {
  /** Starts to watch. */
  readonly open: (nothing: undefined) => Promise<void>;
  /** Reads the sources, and sends the table before it answers. */
  readonly read: (nothing: undefined) => Promise<SentReading>;
  /** Reads the last good table, and sends it before it answers. */
  readonly readLastGood: (nothing: undefined) => Promise<SentLastGood>;
  /** Reports on APIs by the sources that were read last. */
  readonly report: (query: ReportQuery) => SourceReport | undefined;
  /** The place where the last read sources name a secret, as a suffix of a message. */
  readonly describePlace: (reference: SecretReference) => string;
  /** Keeps the table that was sent last for a start with broken sources, and the earlier ones that Envoys have. */
  readonly keepGood: (inUse: ReadonlySet<Digest>) => void;
  /** Notes the earlier tables that Envoys have. */
  readonly noteInUse: (inUse: ReadonlySet<Digest>) => Promise<void>;
  /** Reads a table that was the last good one; undefined if it was not kept. */
  readonly readEarlier: (table: Digest) => Promise<SentEarlier | undefined>;
  /** Compares two versions of an API in the table that was sent last; undefined if it does not contain them. */
  readonly compareVersions: (pair: VersionPair) => Promise<ComparedVersions | undefined>;
  readonly look: (nothing: undefined) => void;
  readonly close: (nothing: undefined) => Promise<void>;
};

/** Its requests to the thread that has started it. */
export type SourceOwnerCalls = TableCalls & {
  readonly changed: (nothing: undefined) => void;
  readonly warn: (message: string) => void;
  readonly remote: (state: RemoteState) => void;
};

export type SentReading =
  | {
      readonly ok: true;
      readonly commit?: string;
      readonly committedAt?: number;
      readonly held: readonly HeldPart[];
      /** Of the files that the reasons point into. */
      readonly texts: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly failure: SentFailure };

interface SentFailure {
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Of the files that these point into. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** An earlier table, as what turns the one that was sent last into it. */
export interface SentEarlier {
  /** Undefined if none was sent. */
  readonly base: Digest | undefined;
  readonly change: TableChange<string>;
}

/** Whether there was one, or why it cannot be used. */
export type SentLastGood =
  | { readonly ok: true; readonly isThere: boolean }
  | { readonly ok: false; readonly message: string };
