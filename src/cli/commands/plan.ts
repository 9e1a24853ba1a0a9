import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { readReportTargets, summarizeFormats } from '../lint/report-target.ts';
import type { ComparedRevisions } from '../plan/compare-revisions.ts';
import { isUnchanged, type LintOutcome, type PlanReport } from '../plan/plan-report.ts';
import { configOption, deploymentsOption } from '../project/project.ts';
import { printable } from '../views/display-width.ts';
import { planFormats } from '../plan/views/plan-formats.ts';

const formatNames = Object.keys(planFormats);

export const planCommand: Command = {
  name: 'plan',
  summary: 'Show what a branch would change, who is affected, and whether it is allowed.',
  details:
    'Compiles two states of the repository and shows the difference between their route tables: what is ' +
    'added, changed and removed, which changes break callers, and which applications are affected. Moving ' +
    'declarations between files changes nothing. The head is compared with its merge base.',
  options: {
    ...configOption,
    ...deploymentsOption,
    base: {
      type: 'text',
      placeholder: 'REF',
      summary:
        'The branch to merge into, or any commit. Default: the default branch; with --staged, the last commit.',
    },
    head: {
      type: 'text',
      placeholder: 'REF',
      summary: 'The branch to merge, or any commit. Default: the files on disk.',
    },
    staged: {
      type: 'flag',
      summary: 'Compare the staged files, as a commit would contain them, instead of the files on disk.',
    },
    lint: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'A report of `gatewright lint --format json=FILE`; the plan says whether lint passes.',
    },
    format: {
      type: 'list',
      placeholder: 'FORMAT[=FILE]',
      summary: summarizeFormats(formatNames),
      choices: formatNames,
    },
    'no-cache': {
      type: 'flag',
      summary: 'Read every OpenAPI document again, even if it has not changed since the last run.',
    },
    'detailed-exit-code': {
      type: 'flag',
      summary: 'Exit with 3 if something changes and all changes are allowed.',
    },
  },
  examples: [
    { command: 'gatewright plan', does: 'what the files on disk would change on the default branch' },
    {
      command: 'gatewright plan --base origin/main --head origin/feature',
      does: 'what another branch would change',
    },
    { command: 'gatewright plan --base HEAD', does: 'uncommitted changes' },
    { command: 'gatewright plan --staged --format summary', does: 'in short, what a commit would change' },
    { command: 'gatewright plan --deployment all', does: 'what changes in each deployment' },
    {
      command:
        'gatewright plan --deployment all --base origin/main --format github --format markdown=plan.md',
      does: 'for a pipeline: annotations, and a comment for the pull request',
    },
  ],
  exitCodes: {
    0: 'all changes are allowed',
    1: 'a change is forbidden, or the head does not compile',
    2: 'the command could not run',
    3: 'with --detailed-exit-code: something changes, and all changes are allowed',
  },
  run: planChanges,
};

async function planChanges(args: CommandArguments, io: Io): Promise<ExitCode> {
  const targets = readReportTargets(args.list('format'), formatNames);
  const { compareRevisions } = await import('../plan/compare-revisions.ts');
  const compared = await compareRevisions(args, io);
  reportSubmodules(compared, io);
  if (isBaseBroken(compared)) await refuseBase(compared, io);
  const { makePlanReport } = await import('../plan/make-plan-report.ts');
  const report = makePlanReport(compared, await readLint(args, io));
  const { writePlan } = await import('../plan/write-plan.ts');
  await writePlan(targets, report, compared, io);
  return exitCodeFor(report, args.flag('detailed-exit-code'));
}

async function readLint(args: CommandArguments, io: Io): Promise<LintOutcome | undefined> {
  const file = args.text('lint');
  if (file === undefined) return undefined;
  const { readLintOutcome } = await import('../plan/read-lint-outcome.ts');
  return readLintOutcome(file, io);
}

/**
 * Whether only the base fails to compile. If both fail, the errors of the head are reported, which its author can fix.
 */
function isBaseBroken({ comparisons }: ComparedRevisions): boolean {
  const { base, head } = comparisons[0].comparison;
  return head.compiled !== undefined && base.compiled === undefined && base.lacks === undefined;
}

/** Prints the errors of the base, then throws a CommandError. */
async function refuseBase({ revisions, comparisons, project }: ComparedRevisions, io: Io): Promise<never> {
  const { renderForHumans } = await import('../lint/views/human.ts');
  const { name, id } = revisions.base;
  const { diagnostics, sources } = comparisons[0].comparison.base;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const context = { sources, show: project.show, paint: io.stderr.paint };
  io.stderr.write(`In the base, ${printable(name)} at ${id.slice(0, 12)}:\n\n`);
  io.stderr.write(`${renderForHumans(errors, context)}\n`);
  throw new CommandError(
    'The base does not compile, so that nothing can be compared with it.',
    'Name an older commit that compiles with --base REF.',
  );
}

/** Warns about submodules: their files are on disk, but not in the commits of this repository, so they count as new. */
function reportSubmodules({ submodules, comparisons }: ComparedRevisions, io: Io): void {
  const read = comparisons[0].comparison.head.sources.files;
  for (const folder of submodules.filter((one) => read.some((file) => file.startsWith(`${one}/`)))) {
    io.stderr.write(
      `What ${printable(folder)} holds counts as new, since it is a submodule, which no commit holds.\n`,
    );
  }
}

function exitCodeFor(report: PlanReport, isDetailed: boolean): ExitCode {
  if (!report.changes || report.findings.some(({ severity }) => severity === 'error')) return 1;
  return isDetailed && !isUnchanged(report) ? 3 : 0;
}
