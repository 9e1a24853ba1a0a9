import type { ApiReport, ReportedFinding } from '#compiled/api-report.ts';

/** The report on one version of an API, from its sources. */
export interface ReportedApi {
  readonly report: ApiReport;
  /**
   * Findings that lint reports come before the others, each group in the order of its places. Empty unless findings
   * were requested.
   */
  readonly findings: readonly ReportedFinding[];
}

/** Which APIs to report, by their keys: `DogPark/v1`. */
export interface ReportQuery {
  readonly apis: readonly string[];
  readonly withFindings: boolean;
}

/** A report on some APIs from the sources that were read last. */
export interface SourceReport {
  /** The reports by the keys of APIs; APIs that the sources do not declare are absent. */
  readonly apis: ReadonlyMap<string, ReportedApi>;
  /** Whether the sources have errors, so that the gateway still serves the previous table. */
  readonly isBroken: boolean;
  /**
   * The versions that the gateway does not serve as the sources declare them, each with the errors that are the reason and
   * that are not among its findings.
   */
  readonly held: ReadonlyMap<string, readonly ReportedFinding[]>;
}

/**
 * Reports on APIs from the sources that the gateway compiles; undefined if it serves a table that was compiled
 * somewhere else. Rejects with a StoreError if the sources cannot be reported on now.
 */
export type ReadReport = (query: ReportQuery) => Promise<SourceReport | undefined>;
