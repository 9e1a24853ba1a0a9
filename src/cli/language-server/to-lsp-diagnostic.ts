import { DiagnosticSeverity, type Diagnostic as LspDiagnostic, type Range } from 'vscode-languageserver/node';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceLocation } from '#source/source-location.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** A diagnostic in the format of LSP 3.17 ("Diagnostic"); `uriOf` returns the URI of a file in the source tree. */
export function toLspDiagnostic(diagnostic: Diagnostic, uriOf: (file: string) => string): LspDiagnostic {
  const { code, severity, message, help, at, related = [], moreUses = 0 } = diagnostic;
  const places = moreUses === 1 ? '1 more place' : `${moreUses} more places`;
  const more = moreUses === 0 ? [] : [`It is used at ${places}.`];
  return {
    range: toLspRange(at),
    severity: severities[severity],
    source: 'gatewright',
    code,
    message: [message, ...(help === undefined ? [] : [help]), ...more].join('\n'),
    relatedInformation: related.map((one) => ({
      message: one.message,
      location: { uri: uriOf(one.at.file), range: toLspRange(one.at) },
    })),
  };
}

/** A location as an LSP range: lines and characters count from 0, and characters are UTF-16 code units. */
export function toLspRange({ line, column, endLine, endColumn }: SourceLocation): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}
