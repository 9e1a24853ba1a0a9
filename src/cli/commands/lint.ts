import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import { countDiagnostics } from '../../diagnostic/count-diagnostics.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildResult } from '../../pipeline.ts';
import { buildProject } from '../build-project.ts';
import type { CommandArguments } from '../command-arguments.ts';
import { CommandError } from '../command-error.ts';
import type { Command, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, deploymentOption, findProject, type Project } from '../project.ts';
import { renderForHumans } from '../views/human.ts';
import { renderAsJson } from '../views/json.ts';
import { renderContents } from '../views/render-counts.ts';

const formats = ['human', 'json'];

export const lintCommand: Command = {
  name: 'lint',
  summary: 'Check everything declared against the design rules.',
  details:
    'Reads the configuration, every declaration that it finds, and the OpenAPI documents that those name, ' +
    'and says what is wrong with them and where, the worst first.',
  options: {
    ...configOption,
    ...deploymentOption,
    format: {
      type: 'text',
      placeholder: 'FORMAT',
      summary: 'How to print the findings: human or json.',
      default: 'human',
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
      command: 'gatewright lint --format json --max-warnings 0',
      does: 'for a pipeline that lets no warning pass',
    },
  ],
  exitCodes: { 0: 'no errors', 1: 'errors, or more warnings than --max-warnings', 2: 'it could not run' },
  run: lintProject,
};

async function lintProject(args: CommandArguments, io: Io): Promise<ExitCode> {
  const format = findFormat(args);
  const maximum = args.integer('max-warnings') ?? Infinity;
  const project = await findProject(args, io);
  const result = await buildProject(project, args);
  io.stdout.write(format === 'json' ? renderAsJson(result.diagnostics) : renderReport(result, project, io));
  return judge(result.diagnostics, maximum, io);
}

function findFormat(args: CommandArguments): string {
  const format = args.requiredText('format');
  if (formats.includes(format)) return format;
  const help = suggestName(format, formats, `Formats are ${formats.join(' and ')}.`);
  throw new CommandError(`There is no format ${JSON.stringify(format)}.`, help);
}

function renderReport({ diagnostics, workspace, sources }: BuildResult, project: Project, io: Io): string {
  if (diagnostics.length === 0 && workspace) {
    return `Nothing to complain about: ${renderContents(workspace)} in ${sources.files.length} files.\n`;
  }
  return renderForHumans(diagnostics, { sources, show: project.show, paint: io.stdout.paint });
}

function judge(diagnostics: readonly Diagnostic[], maximum: number, io: Io): ExitCode {
  const { error, warning } = countDiagnostics(diagnostics);
  if (error > 0) return 1;
  if (warning <= maximum) return 0;
  io.stderr.write(`That is more than the ${maximum} warnings that --max-warnings allows.\n`);
  return 1;
}
