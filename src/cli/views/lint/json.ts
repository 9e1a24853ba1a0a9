import { countDiagnostics } from '../../../diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '../../../diagnostic/group-repeats.ts';
import { writeJsonList } from './json-list.ts';
import type { LintReport } from './lint-report.ts';

/**
 * Diagnostics for a program: `{ format: 2, diagnostics, counts }`, in the order of their places; one that is
 * repeated in its file is there once, with the other places in `alsoAt`, and `counts` counts every place. Files are named from
 * the folder of the configuration. No source text is in it, so none that is secret. A change that breaks its readers
 * raises `format`.
 */
export function* renderJson({ diagnostics }: Pick<LintReport, 'diagnostics'>): Generator<string, void> {
  const { error, warning, info } = countDiagnostics(diagnostics);
  yield '{\n  "format": 2,\n  "diagnostics": ';
  yield* writeJsonList(groupRepeats(diagnostics), toJson, '  ');
  yield `,\n  "counts": {\n    "error": ${error},\n    "warning": ${warning},\n    "info": ${info}\n  }\n}\n`;
}

function toJson({ alsoAt, fix, members: _members, lowered: _lowered, ...said }: RepeatedFinding) {
  const { code, severity, message, help, at, related, moreUses, secret } = said;
  const others = alsoAt.length > 0 && { alsoAt };
  return { code, severity, message, help, at, ...others, related, moreUses, fix: fix?.title, secret };
}
