import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { EvaluatedFinding } from '#compiler/plan/history/evaluated-finding.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import { approvalsFile } from '#compiler/workspace/suppressions.ts';
import { type Diagnostic, sortDiagnostics } from '#diagnostic/diagnostic.ts';
import type { BuildResult } from '#pipeline.ts';
import type { Comparison } from '#pipeline/compare.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io, Output } from '../io.ts';
import { examineWorkingTree } from '../project/examine-working-tree.ts';
import { findMergeBase } from '../project/find-merge-base.ts';
import { findDeployment, type Project } from '../project/project.ts';

/**
 * The findings of the rules that compare a project with its merge base with a ref. Throws a CommandError if the base
 * cannot be read or does not compile.
 */
export async function checkHistory(
  ref: string,
  project: Project,
  args: CommandArguments,
  { stderr }: Io,
): Promise<PlanVerdict> {
  const { root, configFile, tree } = project;
  await using base = await openGitSourceTree(root, await findMergeBase(root, ref));
  await examineWorkingTree(root);
  const deployment = await findDeployment(args, project);
  const { compare, evaluateComparison } = await import('#pipeline/compare.ts');
  const comparison = await compare(base, tree, configFile, deployment);
  reportMissing(comparison, ref, stderr);
  return evaluateComparison(comparison);
}

function reportMissing({ base, head }: Comparison, ref: string, stderr: Output): void {
  if (base.lacks)
    stderr.write(`${ref} has no such ${base.lacks} yet, so there is nothing to compare with.\n`);
  else if (!head.compiled) stderr.write('Changes are not evaluated while there are errors.\n');
  else if (!base.compiled) throw brokenBase(ref);
}

function brokenBase(ref: string): CommandError {
  return new CommandError(
    `The merge base with ${ref} does not compile, so nothing can be compared with it.`,
    'Use an older commit that compiles with --base REF; `gatewright plan` shows the errors.',
  );
}

/**
 * The findings of lint and of the changes, without findings of a change that lint already reports at the same location.
 */
export function addVerdict(result: BuildResult, { findings }: PlanVerdict): BuildResult {
  const reported = new Set(result.diagnostics.flatMap(placesOf));
  const isReported = ({ code, at }: EvaluatedFinding) => reported.has(placeOf(twins.get(code), at));
  const added = findings.filter((finding) => !isReported(finding)).map(toDiagnostic);
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

/** A diagnostic whose help also names the impact, and the fingerprint of the change, which approvals refer to. */
function toDiagnostic({
  changes: [change],
  isInBase: _isInBase,
  impact,
  ...diagnostic
}: EvaluatedFinding): Diagnostic {
  const advice = change === undefined ? undefined : `To allow it, approve '${change}' in ${approvalsFile}.`;
  const help = [diagnostic.help, impact, advice].filter((text) => text !== undefined).join(' ');
  return { ...diagnostic, ...(help !== '' && { help }) };
}
