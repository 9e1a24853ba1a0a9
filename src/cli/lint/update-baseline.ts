import { join } from 'node:path';
import { baselineFile } from '#compiler/workspace/suppressions.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { CheckResult } from '#pipeline.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { countFindings } from './report-suppressed.ts';

export const baselineOptions = {
  'write-baseline': {
    type: 'flag',
    summary: `Add all current findings to ${baselineFile}, so that only new ones are reported.`,
  },
  prune: { type: 'flag', summary: 'Remove findings that no longer occur from the baseline.' },
} as const satisfies Record<string, CommandOption>;

type BaselineUpdate = 'write' | 'prune' | undefined;

/** The requested update of the baseline. Throws a CommandError if the options contradict each other. */
export function readBaselineUpdate(args: CommandArguments): BaselineUpdate {
  if (!args.flag('write-baseline')) return args.flag('prune') ? 'prune' : undefined;
  const other = args.flag('prune') ? '--prune' : args.text('changed-since') && '--changed-since';
  if (!other) return 'write';
  const help = '--write-baseline already removes findings that no longer occur.';
  throw new CommandError(`--write-baseline and ${other} cannot be combined.`, help);
}

/**
 * Updates the baseline and returns the remaining findings. `of` names the files whose entries are replaced; if only
 * some documents were checked, only the files that were read. Throws a CommandError if the baseline cannot be written.
 */
export async function updateBaseline(
  update: BaselineUpdate,
  result: CheckResult,
  project: Project,
  io: Io,
  of: 'all files' | 'files that were read' = 'all files',
): Promise<CheckResult> {
  const { suppressedFindings } = result;
  if (update === undefined) return result;
  if (!suppressedFindings?.isWhole) {
    io.stderr.write(`${project.show(baselineFile)} was not written, since errors may hide other findings.\n`);
    return result;
  }
  const others = of === 'all files' ? [] : findOthers(result);
  if (update === 'prune') {
    await pruneBaseline(result, others, project, io);
    return { ...result, suppressedFindings: { ...suppressedFindings, obsolete: 0 } };
  }
  const inBaseline = [...suppressedFindings.inBaseline, ...suppressedFindings.suppressible];
  await writeFindings(inBaseline, others, result, project);
  io.stderr.write(`Wrote ${countFindings(inBaseline.length)} to ${project.show(baselineFile)}.\n`);
  const taken = new Set(suppressedFindings.suppressible);
  const diagnostics = result.diagnostics.filter((one) => !taken.has(one));
  return {
    ...result,
    diagnostics,
    suppressedFindings: { ...suppressedFindings, inBaseline, suppressible: [], obsolete: 0 },
  };
}

/** The findings of a baseline in files that were not read. */
function findOthers({ workspace, sources }: CheckResult): readonly KnownFinding[] {
  const read = new Set(sources.files);
  return workspace?.suppressions.baseline?.filter(({ file }) => !read.has(file)) ?? [];
}

async function pruneBaseline(
  result: CheckResult,
  others: readonly KnownFinding[],
  project: Project,
  io: Io,
): Promise<void> {
  const file = project.show(baselineFile);
  const { inBaseline = [] } = result.suppressedFindings ?? {};
  const { baseline } = result.workspace?.suppressions ?? {};
  if (!baseline) {
    throw new CommandError(`${file} does not exist.`, 'Write one with --write-baseline.');
  }
  const remaining = countKnown(others) + inBaseline.length;
  const obsolete = countKnown(baseline) - remaining;
  if (obsolete === 0) return io.stderr.write(`All findings in ${file} still occur.\n`);
  await writeFindings(inBaseline, others, result, project);
  io.stderr.write(`Removed ${countFindings(obsolete)} from ${file}.\n`);
}

function countKnown(findings: readonly KnownFinding[]): number {
  return findings.reduce((sum, { count = 1 }) => sum + count, 0);
}

async function writeFindings(
  findings: readonly Diagnostic[],
  others: readonly KnownFinding[],
  { sources }: CheckResult,
  { root, show }: Project,
): Promise<void> {
  const { extendBaseline } = await import('#compiler/rule/suppression/baseline.ts');
  const text = extendBaseline(others, findings, sources);
  await explainDiskError(show(baselineFile), writeFileAtomically(join(root, baselineFile), text));
}
