import type { JudgedFinding, Judgement } from '../../compiler/plan/approvals/apply-approvals.ts';
import { historyRules } from '../../compiler/plan/history/history-rules.ts';
import { approvalsFile } from '../../compiler/workspace/suppressions.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostic/sort-diagnostics.ts';
import type { BuildResult } from '../../pipeline.ts';
import type { SourceLocation } from '../../source/source-location.ts';

/** What lint has found, and what is found in what has changed; not what lint has said of the same place. */
export function addJudgement(result: BuildResult, { findings }: Judgement): BuildResult {
  const told = new Set(result.diagnostics.flatMap(placesOf));
  const isTold = ({ code, at }: JudgedFinding) => told.has(placeOf(twins.get(code), at));
  const added = findings.filter((finding) => !isTold(finding)).map(toDiagnostic);
  return { ...result, diagnostics: sortDiagnostics([...result.diagnostics, ...added]) };
}

const twins: ReadonlyMap<string, string | undefined> = new Map(
  historyRules.map(({ name, twin }) => [name, twin]),
);

function placesOf({ code, at, related = [] }: Diagnostic): readonly string[] {
  return [at, ...related.map((one) => one.at)].map((place) => placeOf(code, place));
}

function placeOf(code: string | undefined, { file, line, column }: SourceLocation): string {
  return `${code} ${file}:${line}:${column}`;
}

/** With the fingerprint where people read what to do. */
function toDiagnostic({ changes: [change], isInBase: _isInBase, ...diagnostic }: JudgedFinding): Diagnostic {
  if (change === undefined) return diagnostic;
  const advice = `To let it pass, approve '${change}' in ${approvalsFile}.`;
  return { ...diagnostic, help: diagnostic.help === undefined ? advice : `${diagnostic.help} ${advice}` };
}
