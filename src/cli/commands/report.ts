import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Report } from '#compiler/report/report.ts';
import type { CheckResult } from '#pipeline.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { type Io, plainPaint } from '../io.ts';
import { deliverReports } from '../lint/deliver-reports.ts';
import { readReportTargets, type ReportTarget, summarizeFormats } from '../lint/report-target.ts';
import {
  configOption,
  deploymentOption,
  findDeployment,
  findProject,
  type Project,
} from '../project/project.ts';
import { checkProject } from '../project/build-project.ts';
import { readDrift } from '../report/read-drift.ts';
import { loadFormat } from '../lint/load-format.ts';
import { reportFormats } from '../report/views/report-formats.ts';

const formatNames = Object.keys(reportFormats);

export const reportCommand: Command = {
  name: 'report',
  summary: 'Print a scorecard of all APIs.',
  details:
    'Reports for each version of each API, and in sum for each owner: the findings of `gatewright lint` by ' +
    'section of the requirements, including suppressed findings and those in the baseline, how many operations ' +
    'are described and have examples, deprecations with their dates, subscriptions, and missing endpoints. ' +
    'With the metrics of a running gateway also how many requests and responses differed from the documents.',
  options: {
    ...configOption,
    ...deploymentOption,
    format: {
      type: 'list',
      placeholder: 'FORMAT[=FILE]',
      summary: summarizeFormats(formatNames),
      choices: formatNames,
    },
    owner: { type: 'text', placeholder: 'NAME', summary: 'Report only the APIs of this owner.' },
    metrics: {
      type: 'text',
      placeholder: 'FILE',
      summary:
        'Add the drift that a gateway has counted: a file with the answer of /metrics of its admin listener, or - for standard input.',
    },
  },
  examples: [
    { command: 'gatewright report', does: 'prints tables of all APIs' },
    {
      command: 'gatewright report --owner parks-team --format markdown',
      does: 'prints the APIs of one owner for a pull request',
    },
    { command: 'gatewright report --format html=report.html', does: 'writes one HTML file without scripts' },
    {
      command: 'curl -s http://127.0.0.1:8244/metrics | gatewright report --metrics -',
      does: 'also reports the drift that a running gateway has counted',
    },
  ],
  exitCodes: {
    0: 'printed, whatever the findings are',
    1: 'the configuration has errors, so that its APIs are not known',
    2: 'the command could not run',
  },
  run: printReport,
};

async function printReport(args: CommandArguments, io: Io): Promise<ExitCode> {
  const targets = readReportTargets(args.list('format'), formatNames);
  const project = await findProject(args, io);
  const deployment = await findDeployment(args, project);
  const metrics = args.text('metrics');
  const drift = metrics === undefined ? undefined : await readDrift(metrics, io);
  const { reportOn } = await import('#pipeline/report-on.ts');
  const result = await checkProject(project, args, io);
  const report = reportOn(result, { deployment, owner: args.text('owner'), drift });
  if (!report) return showErrors(result, project, io);
  if (report.owner !== undefined && report.apis.length === 0) refuseOwner(report.owner, result);
  await deliver(targets, report, io);
  return 0;
}

async function showErrors(
  { diagnostics, sources }: CheckResult,
  { show }: Project,
  io: Io,
): Promise<ExitCode> {
  const { renderForHumans } = await import('../lint/views/human.ts');
  io.stderr.write(renderForHumans(diagnostics, { sources, show, paint: io.stderr.paint }));
  return 1;
}

function refuseOwner(owner: string, { workspace }: CheckResult): never {
  const owners = new Set(workspace?.apis.map(({ value }) => value.owner));
  const help = suggestName(owner, owners, 'Write the owner as its APIs do.');
  throw new CommandError(`No API has the owner ${JSON.stringify(owner)}.`, help);
}

async function deliver(targets: readonly ReportTarget[], report: Report, io: Io): Promise<void> {
  const reports = await Promise.all(
    targets.map(async (target) => {
      const paint = target.file === undefined ? io.stdout.paint : plainPaint;
      const renderReport = await loadFormat(reportFormats, target.format);
      return { ...target, text: renderReport(report, paint) };
    }),
  );
  await deliverReports({ reports, contents: 'the report' }, io);
}
