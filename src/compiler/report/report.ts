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
  /** Present if only the APIs of one owner are in it. */
  readonly owner?: string;
  /** Sorted by name, then by version, the oldest first. */
  readonly apis: readonly ApiReport[];
  /** Sorted by name. */
  readonly owners: readonly OwnerReport[];
  readonly total: ReportTotals;
  /** The findings of all these APIs by section; each is counted once, also if several APIs share its file. */
  readonly sections: readonly SectionFindings[];
  /** The findings in the declarations of everything else; absent if only some APIs are in the report. */
  readonly otherFindings?: FindingCounts;
}

/** The sums of the APIs of one owner. */
export interface OwnerReport extends ReportTotals {
  readonly owner: string;
}

export interface ReportTotals {
  /** How many names of APIs. */
  readonly apis: number;
  /** How many versions of them, by state; states without versions are absent. */
  readonly versions: Readonly<Partial<Record<LifecycleState, number>>>;
  readonly findings: FindingCounts;
  readonly operations: OperationCounts;
  /** Active and blocked subscriptions. */
  readonly subscriptions: number;
  readonly missingEndpoints: number;
  /** Absent if it is unknown for all of them. */
  readonly drift?: DriftCounts;
}
