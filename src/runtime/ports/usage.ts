import type { KeySetName } from '#compiled/manifest.ts';

/** The length of a period for which calls are counted. */
export type UsageStep = 'minute' | 'hour' | 'day';

/** The length of a period, and how long after its start its counts are stored; in milliseconds. Days are in UTC. */
export const usagePeriods: Readonly<
  Record<UsageStep, { readonly lengthMs: number; readonly retentionMs: number }>
> = {
  minute: { lengthMs: 60_000, retentionMs: 3 * 3_600_000 },
  hour: { lengthMs: 3_600_000, retentionMs: 14 * 86_400_000 },
  day: { lengthMs: 86_400_000, retentionMs: 400 * 86_400_000 },
};

/** The start of the period that a time is in. */
export function startOfPeriod(step: UsageStep, time: number): number {
  return time - (time % usagePeriods[step].lengthMs);
}

/** The application, API and key set whose calls are counted together. */
export interface UsageSubject {
  /** Empty for calls of public operations, whose caller is unknown. */
  readonly application: string;
  /** `Name/version`; empty for calls that the gateway rejected because the application has no subscription to the API. */
  readonly api: string;
  readonly keySet: KeySetName;
}

export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The first digit of a status. */
export type StatusClass = (typeof statusClasses)[number];

/** Calls of one subject in one period. */
export interface UsageCounts {
  /** All calls, including calls whose client disconnected before the response. */
  readonly requests: number;
  /** Calls that the gateway rejected, by error code; other releases may have other codes. */
  readonly rejections: Readonly<Record<string, number>>;
  /** Calls to which the upstream responded, by the class of the status. */
  readonly responses: Readonly<Partial<Record<StatusClass, number>>>;
  /** Calls from the console of the store. */
  readonly fromConsole: number;
  /**
   * The largest share of a limit that was in use when a call arrived, from 0 to 1; 1 for a call that exceeds its
   * limit. Undefined if no call had a limit.
   */
  readonly limitUsed: number | undefined;
}

/** The calls of one subject in the period that begins at `start`, in milliseconds since 1970-01-01T00:00:00Z. */
export interface UsagePoint extends UsageCounts {
  readonly start: number;
}

/** The calls of one subject over time. */
export interface UsageSeries extends UsageSubject {
  /** In the order of time; periods without calls are absent. */
  readonly points: readonly UsagePoint[];
}

/** The usage to read: all periods that start at `from` or later, and before `to`. */
export type UsageQuery = {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly from: number;
  readonly to: number;
  readonly step: UsageStep;
  readonly keySet?: KeySetName;
} & (
  | { readonly applications: readonly string[]; readonly apis?: readonly string[] }
  | { readonly applications?: undefined; readonly apis: readonly string[] }
);

/** Reads the usage of all threads and machines, except for that of the last few seconds. */
export interface UsageReader {
  /**
   * The series that have a point, sorted by application, API and key set. Rejects with a StoreError if the usage cannot
   * be read.
   */
  read(query: UsageQuery): Promise<readonly UsageSeries[]>;
}
