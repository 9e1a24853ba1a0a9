import type { KeySetName, LifecycleState } from './manifest.ts';

/** A finding of lint, for people who do not have the files at hand. */
export interface ReportedFinding {
  /** Whether lint reports the finding, or why it does not. */
  readonly status: 'reported' | 'suppressed' | 'inBaseline';
  /** Whether it is reported and may be suppressed; compilation relies on the rules whose findings may not. */
  readonly isSuppressible: boolean;
  readonly severity: 'error' | 'warning' | 'info';
  /** The name of the rule: `path-plural`. */
  readonly code: string;
  /** The problem, in one sentence. */
  readonly message: string;
  /** The help, in one sentence. */
  readonly help?: string;
  /** Relative to the root of the sources. */
  readonly file: string;
  /** Line and column as a person counts, from 1. */
  readonly line: number;
  readonly column: number;
  /** The RFC 6901 pointer of the value in its YAML or JSON document; empty for the whole document. */
  readonly pointer: string;
}

/** The number of findings: of reported ones by severity, and of findings that are not reported. */
export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  /** Suppressed by a comment or the ignore file. */
  readonly suppressed: number;
  readonly inBaseline: number;
}

/** The findings of the rules of one section of the requirements. */
export interface SectionFindings extends FindingCounts {
  /** `4.5`; empty for findings that belong to no rule. */
  readonly section: string;
  /** `Paths, parameters and methods`. */
  readonly title: string;
}

/** The number of operations in an OpenAPI document, and of operations that it explains. */
export interface OperationCounts {
  readonly all: number;
  /** Operations with a summary or a description. */
  readonly described: number;
  /** Operations with a JSON or XML body in the request or in a successful response. */
  readonly withBodies: number;
  /** Operations counted in `withBodies` that have an example for each of these bodies. */
  readonly withExamples: number;
}

/** An application that is subscribed to an API. */
export interface Subscriber {
  readonly application: string;
  /** Absent if the application is not declared. */
  readonly owner?: string;
  readonly tier: string;
  readonly state: 'active' | 'blocked';
}

/** The declared deprecation of a version; dates are as declared, `2026-01-31`. */
interface ReportedDeprecation {
  readonly since: string;
  readonly sunset?: string;
  /** `DogPark/v2`. */
  readonly successor?: string;
}

/** Requests and responses that did not match the document, since the gateway was started. */
export interface DriftCounts {
  readonly request: number;
  readonly response: number;
}

/** The report on one version of an API, from its sources. */
export interface ApiReport {
  readonly name: string;
  readonly version: string;
  /** With its leading slash. */
  readonly context: string;
  readonly owner: string;
  readonly state: LifecycleState;
  /** Where it is declared: a file, relative to the root of the sources, and a line. */
  readonly declaredAt: { readonly file: string; readonly line: number };
  readonly findings: FindingCounts;
  /** The same counts by section; sections without findings are omitted. */
  readonly sections: readonly SectionFindings[];
  /** Absent if the OpenAPI document cannot be read. */
  readonly operations?: OperationCounts;
  readonly deprecation?: ReportedDeprecation;
  /** Sorted by application. */
  readonly subscribers: readonly Subscriber[];
  /** The endpoints that calls cannot reach, because they are not declared for the deployment. */
  readonly missingEndpoints: readonly KeySetName[];
  /** Absent if the counts are not known. */
  readonly drift?: DriftCounts;
}
