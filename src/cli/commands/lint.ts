import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import { countDiagnostics, type Diagnostic } from '#diagnostic/diagnostic.ts';
import type { BuildResult } from '#pipeline.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { readRuleChoices, ruleOptions } from '../lint/choose-rules.ts';
import type { Linted } from '../lint/join-results.ts';
import { documentOptions } from '../lint/lint-documents.ts';
import { formats } from '../lint/views/formats.ts';
import { formatSummary, readReportTargets } from '../lint/report-target.ts';
import { reportApproved, reportSuppressed } from '../lint/report-suppressed.ts';
import { baselineOptions, readBaselineUpdate, updateBaseline } from '../lint/update-baseline.ts';
import { checkProject } from '../project/build-project.ts';
import { configOption, deploymentOption, findProject, type Project } from '../project/project.ts';

export const lintCommand: Command = {
  name: 'lint',
  summary: 'Check all declarations against the design rules.',
  details:
    'Reads the configuration, all declarations and the OpenAPI documents that they refer to, and reports every ' +
    'problem with its location, the most severe first. To suppress a finding, give a reason: in a comment ' +
    '`# gatewright-ignore RULE: reason` at the end of its line or above it, or in gatewright-ignore.yaml. ' +
    'A baseline suppresses all earlier findings. With FILE, it checks OpenAPI documents alone, and needs no ' +
    'configuration: in a project, with its settings and suppressions; else with those next to the document, by the ' +
    'set `recommended`. People see findings of the same rule together if there are many; counts and exit codes are of all.',
  positionals: [
    {
      name: 'FILE',
      summary:
        'an OpenAPI document to check alone, a folder of them, or a glob; - reads one from standard input',
      required: false,
      repeats: true,
      isPath: true,
    },
  ],
  options: {
    ...configOption,
    ...deploymentOption,
    format: {
      type: 'list',
      placeholder: 'FORMAT[=FILE]',
      summary: formatSummary,
      choices: Object.keys(formats),
    },
    all: {
      type: 'flag',
      summary: 'Show people every finding, however many there are. Other formats always contain all.',
    },
    ...ruleOptions,
    ...documentOptions,
    fix: {
      type: 'flag',
      summary: 'Fix what can be fixed without changing a contract, then report the rest.',
    },
    ...baselineOptions,
    'changed-since': {
      type: 'text',
      placeholder: 'REF',
      summary:
        'Report only findings that this branch causes: findings that do not occur at the merge base with REF, and findings on changed lines.',
    },
    staged: {
      type: 'flag',
      summary: 'Check the staged files, as a commit would contain them, instead of the files on disk.',
    },
    base: {
      type: 'text',
      placeholder: 'REF',
      summary:
        'Also check the changes since the merge base with REF with the history rules, such as changes that break callers and versions removed without deprecation.',
    },
    'no-cache': {
      type: 'flag',
      summary: 'Check every OpenAPI document again, even if it has not changed since the last run.',
    },
    'max-warnings': {
      type: 'integer',
      placeholder: 'N',
      summary: 'Fail if there are more warnings than this.',
    },
  },
  examples: [
    { command: 'gatewright lint', does: 'checks the configuration in the current folder' },
    { command: 'gatewright lint openapi.yaml', does: 'checks one OpenAPI document' },
    {
      command: "gatewright lint --extends minimal 'services/**/openapi.yaml'",
      does: 'checks all documents that a glob finds, without conventions of design',
    },
    {
      command: 'gatewright lint --rule path-plural=off - < openapi.json',
      does: 'checks a document on standard input, without one of the rules',
    },
    {
      command: 'gatewright lint --changed-since origin/main',
      does: 'reports only findings that the branch causes',
    },
    {
      command: 'gatewright lint --base origin/main',
      does: 'also reports changes of the branch that are not allowed',
    },
    { command: 'gatewright lint --fix', does: 'fixes the files first, and keeps their layout and comments' },
    {
      command: 'gatewright lint --format github --format sarif=lint.sarif --max-warnings 0',
      does: 'for a pipeline that fails on warnings: annotations and a SARIF file',
    },
  ],
  exitCodes: {
    0: 'no errors',
    1: 'errors, or more warnings than --max-warnings',
    2: 'the command could not run',
  },
  run: lintProject,
};

async function lintProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  const targets = readReportTargets(args.list('format'));
  const maximum = args.integer('max-warnings') ?? Infinity;
  const choices = await readRuleChoices(args);
  const { lintDocuments } = await import('../lint/lint-documents.ts');
  const linted = (await lintDocuments(args, choices, io)) ?? (await lintDeclarations(choices, args, io));
  const { writeReports } = await import('../lint/write-reports.ts');
  await writeReports(targets, linted, args.flag('all'), io);
  reportSuppressed(linted.result, io.stderr);
  return exitCodeFor(linted.result.diagnostics, maximum, io);
}

async function lintDeclarations(
  choices: RuleChoices | undefined,
  args: CommandArguments,
  io: Io,
): Promise<Linted> {
  const update = readBaselineUpdate(args);
  const onDisk = await findProject(args, io);
  await refuseLintOnly(onDisk);
  await using staged = await openStaged(onDisk, args, io);
  const project = staged ? { ...onDisk, tree: staged } : onDisk;
  const base = await findBase(project, args);
  if (args.flag('fix')) await fixProject(project, base, choices, io);
  const isCached = !args.flag('no-cache');
  const checked = await checkProject(project, args, io, { choices, isCached, isStaged: !!staged });
  const { reportStaleSchemas } = await import('../new-repository/editor-schemas.ts');
  await reportStaleSchemas(onDisk.root, io);
  const built = await updateBaseline(update, checked, project, io);
  const filtered = base === undefined ? built : await keepChangedSince(base, built, project, choices);
  const result = await addHistoryFindings(filtered, project, args, io);
  return { result, project, command: 'gatewright lint' };
}

/** Refuses a configuration that contains only lint settings: it applies to OpenAPI documents, and declares nothing. */
async function refuseLintOnly({ root, configFile, show }: Project): Promise<void> {
  const text = await readFile(join(root, configFile), 'utf8').catch(() => '');
  const { hasOnlyLintSettings } = await import('#pipeline/documents/document-settings.ts');
  if (!(await hasOnlyLintSettings(configFile, text))) return;
  throw new CommandError(
    `${show(configFile)} contains settings of lint alone.`,
    'Name the OpenAPI documents to check: gatewright lint openapi.yaml.',
  );
}

/** Options that read the files on disk, whose lines may differ from the staged ones. */
const onDiskOnly = ['fix', 'write-baseline', 'prune', 'changed-since', 'base'];

/** The staged files; undefined without `--staged`. */
async function openStaged(
  project: Project,
  args: CommandArguments,
  io: Io,
): Promise<(SourceTree & AsyncDisposable) | undefined> {
  if (!args.flag('staged')) return undefined;
  const other = onDiskOnly.find((name) => args.list(name).length > 0);
  if (other !== undefined) throw new CommandError(`--staged and --${other} cannot be combined.`);
  const { openStagedTree } = await import('../project/open-staged-tree.ts');
  return openStagedTree(project, io);
}

/** The merge base with the ref that `--changed-since` names; undefined without the option. */
async function findBase({ root }: Project, args: CommandArguments): Promise<string | undefined> {
  const ref = args.text('changed-since');
  if (ref === undefined) return undefined;
  const { findMergeBase } = await import('../project/find-merge-base.ts');
  return findMergeBase(root, ref);
}

async function keepChangedSince(
  base: string,
  result: BuildResult,
  project: Project,
  choices: RuleChoices | undefined,
): Promise<BuildResult> {
  const { keepChanged } = await import('../lint/keep-changed.ts');
  return keepChanged(result, base, project, choices);
}

async function addHistoryFindings(
  result: BuildResult,
  project: Project,
  args: CommandArguments,
  io: Io,
): Promise<BuildResult> {
  const ref = args.text('base');
  if (ref === undefined) return result;
  const { checkHistory } = await import('../lint/check-history.ts');
  const verdict = await checkHistory(ref, project, args, io);
  reportApproved(verdict, io.stderr);
  const { addVerdict } = await import('../lint/check-history.ts');
  return addVerdict(result, verdict);
}

/**
 * Fixes the sources. With a base, it fixes only the branch's findings, in one round, since a fix moves the changed
 * lines.
 */
async function fixProject(
  project: Project,
  base: string | undefined,
  choices: RuleChoices | undefined,
  io: Io,
): Promise<void> {
  const [{ createChecker }, { fixSources }] = await Promise.all([
    import('../project/create-checker.ts'),
    import('../lint/fix-sources.ts'),
  ]);
  const check = await createChecker(project, {
    choices,
    ...(base !== undefined && { now: systemClock() }),
  });
  if (base === undefined) return fixSources([{ project, check }], io);
  const checkChanged = async (tree: SourceTree) =>
    keepChangedSince(base, await check(tree), project, choices);
  return fixSources([{ project, check: checkChanged }], io, 1);
}

function exitCodeFor(diagnostics: readonly Diagnostic[], maximum: number, io: Io): ExitCode {
  const { error, warning } = countDiagnostics(diagnostics);
  if (error > 0) return 1;
  if (warning <= maximum) return 0;
  io.stderr.write(`That is more than the ${maximum} warnings that --max-warnings allows.\n`);
  return 1;
}
