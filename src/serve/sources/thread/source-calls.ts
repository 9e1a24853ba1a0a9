import type { Digest } from '#compiled/digest.ts';
import type { TableChange } from '#compiled/table-change.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { VersionPair } from '#runtime/ports/contract-changes.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import type { HeldPart } from '../../served/held-part.ts';
import type { RemoteState } from '../../served/loaded-table.ts';
import type { ComparedVersions } from './contract-comparisons.ts';
import type { TableCalls } from '../../served/table-transfer.ts';

/** The calls that the source thread answers. */
export type SourceCalls = {
  /** Opens the source, and starts to watch it. */
  readonly open: (nothing: undefined) => Promise<void>;
  /** Reads the sources. Sends the table before it answers. */
  readonly read: (nothing: undefined) => Promise<SentReading>;
  /** Reads the last good table. Sends it before it answers. */
  readonly readLastGood: (nothing: undefined) => Promise<SentLastGood>;
  /** Reports on APIs in the sources that were read last. */
  readonly report: (query: ReportQuery) => SourceReport | undefined;
  /** Where the last read sources refer to a secret, as a suffix of a message. */
  readonly describePlace: (reference: SecretReference) => string;
  /** Saves the table that was sent last, for a start with unusable sources, and the earlier tables that Envoys have. */
  readonly keepGood: (inUse: ReadonlySet<Digest>) => void;
  /** Records which earlier tables Envoys have. */
  readonly noteInUse: (inUse: ReadonlySet<Digest>) => Promise<void>;
  /** Reads an earlier table; undefined if it was not saved. */
  readonly readEarlier: (table: Digest) => Promise<SentEarlier | undefined>;
  /** Compares two versions of an API in the table that was sent last; undefined if it does not contain them. */
  readonly compareVersions: (pair: VersionPair) => Promise<ComparedVersions | undefined>;
  /** When an API version of the served table last changed; undefined if that is not known. */
  readonly readLastChange: ReadLastChange;
  readonly look: (nothing: undefined) => void;
  readonly close: (nothing: undefined) => Promise<void>;
};

/** The calls that the source thread makes to the thread that started it. */
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
      /** The texts of the files that the reasons point into. */
      readonly texts: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly failure: SentFailure };

interface SentFailure {
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts of the files that the diagnostics point into. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** An earlier table, as its difference from the table that was sent last. */
export interface SentEarlier {
  /** The table that was sent last; undefined if none was. */
  readonly base: Digest | undefined;
  readonly change: TableChange<string>;
}

/** Whether there is a last good table, or why it cannot be used. */
export type SentLastGood =
  | { readonly ok: true; readonly isThere: boolean }
  | { readonly ok: false; readonly message: string };
