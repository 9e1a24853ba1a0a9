import type {
  ApiReport,
  DriftCounts,
  FindingCounts,
  OperationCounts,
  SectionFindings,
} from '#compiled/api-report.ts';
import type { LifecycleState } from '#compiled/manifest.ts';

/** The state of some APIs of an organisation in one deployment. */
export interface Report {
  readonly organisation: string;
  readonly deployment: string;
  /** Present if the report is limited to the APIs of one owner. */
  readonly owner?: string;
  /** Sorted by name, then by version, the oldest first. */
  readonly apis: readonly ApiReport[];
  /** Sorted by name. */
  readonly owners: readonly OwnerReport[];
  readonly total: ReportTotals;
  /**
   * The findings in the report by section, `otherFindings` included. Each is counted once, even if several APIs share
   * its file.
   */
  readonly sections: readonly SectionFindings[];
  /** The findings that belong to no API; absent if the report is limited to some APIs. */
  readonly otherFindings?: FindingCounts;
}

/** The totals of the APIs of one owner. */
export interface OwnerReport extends ReportTotals {
  readonly owner: string;
}

export interface ReportTotals {
  /** The number of names of APIs. */
  readonly apis: number;
  /** The number of versions of these APIs by state; states without versions are absent. */
  readonly versions: Readonly<Partial<Record<LifecycleState, number>>>;
  readonly findings: FindingCounts;
  readonly operations: OperationCounts;
  /** The number of subscriptions, whether active or blocked. */
  readonly subscriptions: number;
  readonly missingEndpoints: number;
  /** Absent if it is unknown for all of these APIs. */
  readonly drift?: DriftCounts;
}
