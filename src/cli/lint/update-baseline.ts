import { join } from 'node:path';
import { baselineFile } from '../../compiler/workspace/suppressions.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildResult } from '../../pipeline.ts';
import { writeFileAtomically } from '../../platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { explainDiskError } from '../declarations/explain-disk-error.ts';
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

/** Updates the baseline and returns the remaining findings. Throws a CommandError if it cannot be written. */
export async function updateBaseline(
  update: BaselineUpdate,
  result: BuildResult,
  project: Project,
  io: Io,
): Promise<BuildResult> {
  const { suppressedFindings } = result;
  if (update === undefined) return result;
  if (!suppressedFindings?.isWhole) {
    io.stderr.write(`${baselineFile} was not written, since errors may hide other findings.\n`);
    return result;
  }
  if (update === 'prune') {
    await pruneBaseline(result, suppressedFindings, project, io);
    return { ...result, suppressedFindings: { ...suppressedFindings, obsolete: 0 } };
  }
  const inBaseline = [...suppressedFindings.inBaseline, ...suppressedFindings.suppressible];
  await writeFindings(inBaseline, result, project);
  io.stderr.write(`Wrote ${countFindings(inBaseline.length)} to ${project.show(baselineFile)}.\n`);
  const taken = new Set(suppressedFindings.suppressible);
  const diagnostics = result.diagnostics.filter((one) => !taken.has(one));
  return {
    ...result,
    diagnostics,
    suppressedFindings: { ...suppressedFindings, inBaseline, suppressible: [], obsolete: 0 },
  };
}

async function pruneBaseline(
  result: BuildResult,
  { inBaseline, obsolete }: NonNullable<BuildResult['suppressedFindings']>,
  project: Project,
  io: Io,
): Promise<void> {
  const file = project.show(baselineFile);
  if (!result.workspace?.suppressions.baseline) {
    throw new CommandError(`${file} does not exist.`, 'Write one with `gatewright lint --write-baseline`.');
  }
  if (obsolete === 0) return io.stderr.write(`All findings in ${file} still occur.\n`);
  await writeFindings(inBaseline, result, project);
  io.stderr.write(`Removed ${countFindings(obsolete)} from ${file}.\n`);
}

async function writeFindings(
  findings: readonly Diagnostic[],
  { sources }: BuildResult,
  { root, show }: Project,
): Promise<void> {
  const { writeBaseline } = await import('../../compiler/rule/suppression/baseline.ts');
  const text = writeBaseline(findings, sources);
  await explainDiskError(show(baselineFile), writeFileAtomically(join(root, baselineFile), text));
}
