import { countDiagnostics } from '../../diagnostic/count-diagnostics.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';

/**
 * Diagnostics for a program: `{ format: 1, diagnostics, counts }`, in the order of their places.
 * No source text is in it, so none that is secret. A change that breaks its readers raises `format`.
 */
export function renderAsJson(diagnostics: readonly Diagnostic[]): string {
  const shown = diagnostics.map(({ code, severity, message, help, at, related, secret }) => ({
    code,
    severity,
    message,
    help,
    at,
    related,
    secret,
  }));
  return (
    JSON.stringify({ format: 1, diagnostics: shown, counts: countDiagnostics(diagnostics) }, null, 2) + '\n'
  );
}
