import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { severities } from '../render-counts.ts';

/** Errors, then warnings, then what is only worth knowing, each in the order in which it was. */
export function sortWorstFirst<T extends Diagnostic>(diagnostics: readonly T[]): readonly T[] {
  return severities.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
}
