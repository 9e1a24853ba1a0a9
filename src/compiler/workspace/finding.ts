import type { Diagnostic, Severity } from '#diagnostic/diagnostic.ts';
import type { Fix } from '#diagnostic/fix.ts';
import type { Place } from '#source/place.ts';
import type { PlacePart, Sources } from './sources.ts';

/** A problem at one place. A code and a severity turn it into a diagnostic. */
export interface Finding {
  readonly at: Place;
  /** Whether the key or the value at `at` has the problem; the value by default. */
  readonly part?: PlacePart;
  /** The problem, in one sentence. */
  readonly message: string;
  /** The help, in one sentence. */
  readonly help?: string;
  readonly related?: readonly { readonly message: string; readonly at: Place; readonly part?: PlacePart }[];
  readonly moreUses?: number;
  readonly fix?: Fix;
  /**
   * Set if removing access can cause the finding. The finding must not stop a reload then, so it is at most a warning,
   * whatever the settings of its rule are.
   */
  readonly atMost?: 'warning';
  /** Set, with `atMost`, if what causes the finding gives nobody access: then an addition may cause it too. */
  readonly givesNoAccess?: true;
  /** Set if the text at the place may be a secret; no view shows that text. */
  readonly secret?: true;
}

/** Converts a finding to a diagnostic with lines and columns. */
export function toDiagnostic(
  code: string,
  severity: Severity,
  finding: Finding,
  sources: Sources,
): Diagnostic {
  const { at, part = 'value', related, atMost, givesNoAccess, ...said } = finding;
  const lowered = atMost !== undefined && severity === 'error';
  return {
    code,
    severity: lowered ? atMost : severity,
    ...(lowered && givesNoAccess === undefined && { lowered }),
    ...said,
    at: sources.locate(at, part),
    ...(related && {
      related: related.map((one) => ({
        message: one.message,
        at: sources.locate(one.at, one.part ?? 'value'),
      })),
    }),
  };
}
