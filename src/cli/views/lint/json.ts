import { countDiagnostics, type Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { LintReport } from './lint-report.ts';

/**
 * Diagnostics for a program: `{ format: 1, diagnostics, counts }`, in the order of their places. Files are named from
 * the folder of the configuration. No source text is in it, so none that is secret. A change that breaks its readers
 * raises `format`.
 */
export function renderJson({ diagnostics }: Pick<LintReport, 'diagnostics'>): string {
  const content = { format: 1, diagnostics: diagnostics.map(toJson), counts: countDiagnostics(diagnostics) };
  return JSON.stringify(content, null, 2) + '\n';
}

function toJson({ code, severity, message, help, at, related, moreUses, fix, secret }: Diagnostic) {
  return { code, severity, message, help, at, related, moreUses, fix: fix?.title, secret };
}
