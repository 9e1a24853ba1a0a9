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
   * The diagnostics of loading these files. None of them is suppressed. If one is an error, no suppression is reported
   * as unused.
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
   * Digests of the containers of the finding that can move in their file, 16 hexadecimal digits each: list items by
   * their pointers, and by the empty pointer the declaration, if its file has several.
   */
  readonly items?: Readonly<Record<string, string>>;
  /**
   * Digests of the content of keys at and above the finding that other findings suggest renaming, by their pointers.
   * They identify the finding after a key is renamed. Absent in baselines of earlier versions.
   */
  readonly keys?: Readonly<Record<string, string>>;
  /** How many findings have all the members above in common. Default: 1. */
  readonly count?: number;
}

/** The prefix of comments that suppress findings. */
export const suppressionMarker = 'gatewright-ignore';

/** A comment in a YAML file. */
export interface SourceComment {
  /** From its `#` to the end of the line. */
  readonly text: string;
  readonly at: SourceLocation;
}
