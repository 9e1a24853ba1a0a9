import { countDiagnostics, type Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { looseningOf } from './explain-loosening.ts';
import { writeJsonList } from './json-list.ts';
import type { LintReport } from './lint-report.ts';

/**
 * Diagnostics for a program: `{ format: 2, diagnostics, rules, counts }`, in the order of their places; one that is
 * repeated in its file is there once, with the other places in `alsoAt`, and `counts` counts every place. `rules` are those
 * that found something; one that can be loosened has `loosenedBy`. Files are named from
 * the folder of the configuration. No source text is in it, so none that is secret. A change that breaks its readers
 * raises `format`.
 */
export function* renderJson({ diagnostics }: Pick<LintReport, 'diagnostics'>): Generator<string, void> {
  const { error, warning, info } = countDiagnostics(diagnostics);
  yield '{\n  "format": 2,\n  "diagnostics": ';
  yield* writeJsonList(groupRepeats(diagnostics), toJson, '  ');
  yield `,\n  "rules": `;
  yield* writeJsonList(listRules(diagnostics), (rule) => rule, '  ');
  yield `,\n  "counts": {\n    "error": ${error},\n    "warning": ${warning},\n    "info": ${info}\n  }\n}\n`;
}

/** Each rule that has found something, and how it can be loosened, if it can. */
function listRules(diagnostics: readonly Diagnostic[]) {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  return codes.map((name) => ({ name, loosenedBy: looseningOf(name) }));
}

function toJson({ alsoAt, fix, members: _members, lowered: _lowered, ...said }: RepeatedFinding) {
  const { code, severity, message, help, at, related, moreUses, secret } = said;
  const others = alsoAt.length > 0 && { alsoAt };
  return { code, severity, message, help, at, ...others, related, moreUses, fix: fix?.title, secret };
}
