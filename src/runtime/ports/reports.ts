import type { ApiReport, ReportedFinding } from '#compiled/api-report.ts';

/** The report on one version of an API, from its sources. */
export interface ReportedApi {
  readonly report: ApiReport;
  /** Those that lint reports first, in the order of their places; empty unless they were requested. */
  readonly findings: readonly ReportedFinding[];
}

/** Which APIs to report, by their keys: `DogPark/v1`. */
export interface ReportQuery {
  readonly apis: readonly string[];
  readonly withFindings: boolean;
}

/** The sources that were read last, restricted to some APIs. */
export interface SourceReport {
  /** By the keys of APIs; those that the sources do not declare are absent. */
  readonly apis: ReadonlyMap<string, ReportedApi>;
  /** Whether these sources have errors, so that the gateway still serves the table before. */
  readonly isBroken: boolean;
}

/**
 * Reports on APIs by the sources that the gateway is compiled from; undefined if it serves a table that was compiled
 * elsewhere. Rejects with a StoreError if the sources cannot be reported on now.
 */
export type ReadReport = (query: ReportQuery) => Promise<SourceReport | undefined>;
