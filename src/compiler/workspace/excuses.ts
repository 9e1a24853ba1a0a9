import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Approval } from '../declaration/approval.ts';
import type { IgnoreEntry } from '../declaration/parts/ignore-entry.ts';
import type { KnownFinding } from './known-finding.ts';
import type { Declared } from './workspace.ts';

export const ignoreFile = 'gatewright-ignore.yaml';
export const approvalsFile = 'gatewright-approvals.yaml';
export const baselineFile = 'gatewright-baseline.json';

/** What stands beside the configuration of findings that are not reported, and of changes that may be made. */
export interface Excuses {
  /** The entries of the ignore file. */
  readonly ignored: readonly Declared<IgnoreEntry>[];
  /** The entries of the file of approvals. */
  readonly approvals: readonly Declared<Approval>[];
  /** Absent where there is no baseline. */
  readonly baseline?: readonly KnownFinding[];
  /** What loading has found: none of it is excused, and beside an error of it no excuse can be called unused. */
  readonly loading: readonly Diagnostic[];
}
