import { countDiagnostics, type Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildResult } from '../../pipeline.ts';
import { systemClock } from '../../platform/system-clock.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { formatSummary, readReportTargets } from '../lint/report-target.ts';
import { tellApproved, tellExcused } from '../lint/tell-excused.ts';
import { baselineOptions, readBaselineUpdate, updateBaseline } from '../lint/update-baseline.ts';
import { checkProject } from '../project/build-project.ts';
import { configOption, deploymentOption, findProject, type Project } from '../project/project.ts';

export const lintCommand: Command = {
  name: 'lint',
  summary: 'Check everything declared against the design rules.',
  details:
    'Reads the configuration, every declaration that it finds, and the OpenAPI documents that those name, ' +
    'and says what is wrong with them and where, the worst first. What may stand is named with its reason, in a comment ' +
    '`# gatewright-ignore RULE: reason` at the end of its line or above it, or in gatewright-ignore.yaml; a baseline ' +
    'takes in what was there before.',
  options: {
    ...configOption,
    ...deploymentOption,
    format: {
      type: 'list',
      placeholder: 'FORMAT[=FILE]',
      summary: formatSummary,
    },
    fix: {
      type: 'flag',
      summary: 'Mend what can be mended without changing a contract, then report what is left.',
    },
    ...baselineOptions,
    'changed-since': {
      type: 'text',
      placeholder: 'REF',
      summary:
        'Report only what this branch brings about: what was not found where it left REF, and what is on a line changed since.',
    },
    staged: {
      type: 'flag',
      summary: 'Look at what is staged, as a commit would hold it, in place of the files on the disk.',
    },
    base: {
      type: 'text',
      placeholder: 'REF',
      summary:
        'Also look at what has changed since this branch left REF, by the rules that need history: what breaks callers, what goes without notice.',
    },
    'no-cache': {
      type: 'flag',
      summary: 'Look at every definition again, also at those that have not changed since the last run.',
    },
    'max-warnings': {
      type: 'integer',
      placeholder: 'N',
      summary: 'Fail where there are more warnings than this.',
    },
  },
  examples: [
    { command: 'gatewright lint', does: 'checks the configuration in the current folder' },
    {
      command: 'gatewright lint --changed-since origin/main',
      does: 'reports only what the branch brings about',
    },
    {
      command: 'gatewright lint --base origin/main',
      does: 'also says what the branch must not change, or not yet',
    },
    { command: 'gatewright lint --fix', does: 'mends the files first, and keeps their layout and comments' },
    {
      command: 'gatewright lint --format github --format sarif=lint.sarif --max-warnings 0',
      does: 'for a pipeline that lets no warning pass: annotations, and a file to upload',
    },
  ],
  exitCodes: { 0: 'no errors', 1: 'errors, or more warnings than --max-warnings', 2: 'it could not run' },
  run: lintProject,
};

async function lintProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  const targets = readReportTargets(args.list('format'));
  const maximum = args.integer('max-warnings') ?? Infinity;
  const update = readBaselineUpdate(args);
  const onDisk = await findProject(args, io);
  await using staged = await openStaged(onDisk, args, io);
  const project = staged ? { ...onDisk, tree: staged } : onDisk;
  const base = await findBase(project, args);
  if (args.flag('fix')) await fixProject(project, base, io);
  const built = await updateBaseline(update, await checkProject(project, args, io), project, io);
  const kept = base === undefined ? built : await keepChangedSince(base, built, project);
  const result = await addWhatHistoryTells(kept, project, args, io);
  const { writeReports } = await import('../lint/write-reports.ts');
  await writeReports(targets, result, project, io);
  tellExcused(result, io.stderr);
  return judge(result.diagnostics, maximum, io);
}

/** What goes by the files on the disk, where other lines may stand than those that are staged. */
const onDiskOnly = ['fix', 'write-baseline', 'prune', 'changed-since', 'base'];

/** What is staged, where `--staged` asks for it. */
async function openStaged(
  project: Project,
  args: CommandArguments,
  io: Io,
): Promise<(SourceTree & AsyncDisposable) | undefined> {
  if (!args.flag('staged')) return undefined;
  const other = onDiskOnly.find((name) => args.list(name).length > 0);
  if (other !== undefined) throw new CommandError(`--staged and --${other} do not go together.`);
  const { openStagedTree } = await import('../lint/open-staged-tree.ts');
  return openStagedTree(project, io);
}

/** The commit at which the branch left the one that `--changed-since` names. */
async function findBase({ root }: Project, args: CommandArguments): Promise<string | undefined> {
  const ref = args.text('changed-since');
  if (ref === undefined) return undefined;
  const { findMergeBase } = await import('../project/find-merge-base.ts');
  return findMergeBase(root, ref);
}

async function keepChangedSince(base: string, result: BuildResult, project: Project): Promise<BuildResult> {
  const { keepChanged } = await import('../lint/keep-changed.ts');
  return keepChanged(result, base, project);
}

async function addWhatHistoryTells(
  result: BuildResult,
  project: Project,
  args: CommandArguments,
  io: Io,
): Promise<BuildResult> {
  const ref = args.text('base');
  if (ref === undefined) return result;
  const { judgeBranch } = await import('../lint/judge-branch.ts');
  const judgement = await judgeBranch(ref, project, args, io);
  tellApproved(judgement, io.stderr);
  const { addJudgement } = await import('../lint/judge-branch.ts');
  return addJudgement(result, judgement);
}

/** Of a branch, only what it brings about; one round of it, since a fix moves the lines that the branch has changed. */
async function fixProject(project: Project, base: string | undefined, io: Io): Promise<void> {
  const { check } = await import('../../pipeline.ts');
  const { fixSources } = await import('../lint/fix-sources.ts');
  if (base === undefined) return fixSources(project, (tree) => check(tree, project.configFile), io);
  const checkChanged = async (tree: SourceTree) =>
    keepChangedSince(base, await check(tree, project.configFile, { now: systemClock() }), project);
  return fixSources(project, checkChanged, io, 1);
}

function judge(diagnostics: readonly Diagnostic[], maximum: number, io: Io): ExitCode {
  const { error, warning } = countDiagnostics(diagnostics);
  if (error > 0) return 1;
  if (warning <= maximum) return 0;
  io.stderr.write(`That is more than the ${maximum} warnings that --max-warnings allows.\n`);
  return 1;
}
