import { fingerprintOf } from '../../../compiler/rule/fingerprint.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { printable } from '../display-width.ts';
import { type LintReport, uniqueNames } from './lint-report.ts';

/** `critical` and `blocker` are for tools that find vulnerabilities. */
const severities = { error: 'major', warning: 'minor', info: 'info' } as const;

/** Diagnostics as a Code Quality report of GitLab: a JSON array, an entry for each. */
export function renderGitlab({ diagnostics, sources, show }: LintReport): string {
  const fingerprints = uniqueNames(diagnostics.map((one) => fingerprintOf(one, sources)));
  const entries = diagnostics.map((diagnostic, index) => ({
    description: describe(diagnostic),
    check_name: diagnostic.code,
    fingerprint: fingerprints[index],
    severity: severities[diagnostic.severity],
    location: {
      path: show(diagnostic.at.file).toWellFormed(),
      lines: { begin: diagnostic.at.line, end: diagnostic.at.endLine },
    },
  }));
  return JSON.stringify(entries, null, 2) + '\n';
}

function describe({ message, help }: Diagnostic): string {
  return printable(help === undefined ? message : `${message} ${help}`);
}
