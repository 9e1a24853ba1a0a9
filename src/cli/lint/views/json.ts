import { countDiagnostics, type Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { looseningOf } from './explain-loosening.ts';
import { writeJsonList } from './json-list.ts';
import type { LintReport } from './lint-report.ts';

/**
 * Diagnostics for programs: `{ format: 2, diagnostics, rules, counts }`, sorted by place. A finding that is repeated in
 * its file appears once, with its other places in `alsoAt`; `counts` counts every place. `rules` are the rules with
 * findings; a rule that can be loosened has `loosenedBy`. File names are relative to the folder of the configuration.
 * The report contains no source text, and thus no secrets. An incompatible change raises `format`.
 */
export function* renderJson({ diagnostics }: Pick<LintReport, 'diagnostics'>): Generator<string, void> {
  const { error, warning, info } = countDiagnostics(diagnostics);
  yield '{\n  "format": 2,\n  "diagnostics": ';
  yield* writeJsonList(groupRepeats(diagnostics), toJson, '  ');
  yield `,\n  "rules": `;
  yield* writeJsonList(listRules(diagnostics), (rule) => rule, '  ');
  yield `,\n  "counts": {\n    "error": ${error},\n    "warning": ${warning},\n    "info": ${info}\n  }\n}\n`;
}

/** The rules with findings; `loosenedBy` is how a rule can be loosened, if that is possible. */
function listRules(diagnostics: readonly Diagnostic[]) {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  return codes.map((name) => ({ name, loosenedBy: looseningOf(name) }));
}

function toJson({ alsoAt, fix, members: _members, lowered: _lowered, ...said }: RepeatedFinding) {
  const { code, severity, message, help, at, related, moreUses, secret } = said;
  const others = alsoAt.length > 0 && { alsoAt };
  return { code, severity, message, help, at, ...others, related, moreUses, fix: fix?.title, secret };
}
