import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Approval } from '#compiler/declaration/approval.ts';
import type { IgnoreEntry } from '#compiler/declaration/parts/ignore-entry.ts';
import type { Declared } from './declared.ts';
import type { SourceLocation } from '#source/source-location.ts';

export const ignoreFile = 'gatewright-ignore.yaml';
export const approvalsFile = 'gatewright-approvals.yaml';
export const baselineFile = 'gatewright-baseline.json';

/** Suppressed findings and approved changes, from the files next to the configuration. */
export interface Suppressions {
  /** The entries of the ignore file. */
  readonly ignored: readonly Declared<IgnoreEntry>[];
  /** The entries of the file of approvals. */
  readonly approvals: readonly Declared<Approval>[];
  /** Absent if there is no baseline. */
  readonly baseline?: readonly KnownFinding[];
  /**
   * The diagnostics of loading: none of them is suppressed, and if one is an error no suppression is reported as
   * unused.
   */
  readonly loading: readonly Diagnostic[];
}

/** A suppressed finding in a baseline: identified by its content, not by its line. */
export interface KnownFinding {
  readonly rule: string;
  readonly file: string;
  /** Index of the YAML document in the file. Default: 0. */
  readonly document?: number;
  /** RFC 6901 pointer within that document. */
  readonly pointer: string;
  /** 32 hexadecimal digits. */
  readonly fingerprint: string;
  /**
   * Digests of containers that can move, 16 hexadecimal digits each: list items by their pointers, and under the
   * empty pointer a declaration among others of its file.
   */
  readonly items?: Readonly<Record<string, string>>;
  /**
   * Digests of the content of keys that other findings suggest to rename, at and above it, by their pointers, so that
   * the finding is recognised under the new name. Absent in baselines of earlier versions.
   */
  readonly keys?: Readonly<Record<string, string>>;
  /** How many findings are identical in all of this. Default: 1. */
  readonly count?: number;
}

/** The prefix of comments that suppress findings. */
export const suppressionMarker = 'gatewright-ignore';

/** A comment of a YAML file. */
export interface SourceComment {
  /** From its `#` to the end of the line. */
  readonly text: string;
  readonly at: SourceLocation;
}
