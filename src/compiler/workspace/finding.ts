import type { Diagnostic, Severity } from '#diagnostic/diagnostic.ts';
import type { Fix } from '#diagnostic/fix.ts';
import type { Place } from '#source/place.ts';
import type { PlacePart, Sources } from './sources.ts';

/** A problem at one place; a code and a severity make a diagnostic of it. */
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
   * Taking access away can cause it, so it must not stop a reload: it is at most a warning, whatever the settings of
   * its rule are.
   */
  readonly atMost?: 'warning';
  /** The text at the place may be a secret, so no view shows it. */
  readonly secret?: true;
}

/** A finding as a diagnostic, its places turned into lines and columns. */
export function toDiagnostic(
  code: string,
  severity: Severity,
  finding: Finding,
  sources: Sources,
): Diagnostic {
  const { at, part = 'value', related, atMost, ...said } = finding;
  const lowered = atMost !== undefined && severity === 'error';
  return {
    code,
    severity: lowered ? atMost : severity,
    ...(lowered && { lowered }),
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
