import { requestsJson, jsonFormatOption } from '../arguments/json-format.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, deploymentOption } from '../project/project.ts';
import { parseAdminAddress } from '../status/admin-address.ts';
import { AdminClient } from '../status/admin-client.ts';
import type { StatusReport } from '../status/status-report.ts';

const defaultTimeoutSeconds = '60';

export const statusCommand: Command = {
  name: 'status',
  summary: 'Compare a running gateway with a commit.',
  details:
    'Asks the admin listener of a gateway which route table it serves. If that table differs from the one ' +
    'that a commit compiles to, it shows what would change if the commit were deployed. Without --expect, ' +
    'it compares with the files on disk. If what it compares with does not compile, it shows the state of the gateway alone.',
  options: {
    url: {
      type: 'text',
      placeholder: 'URL',
      summary: 'The URL of the admin listener, including the path prefix of a proxy.',
      required: true,
    },
    expect: {
      type: 'text',
      placeholder: 'REF',
      summary: 'The branch or commit that the gateway should serve. Default: the files on disk.',
    },
    ...configOption,
    ...deploymentOption,
    ca: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'The certificate authorities to trust, in PEM, instead of those of the system.',
    },
    'server-name': {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The expected name in the certificate, instead of the host of the URL.',
    },
    'timeout-seconds': {
      type: 'integer',
      placeholder: 'N',
      range: [1, 3600],
      summary: 'The time limit for all answers of the gateway, in seconds.',
      default: defaultTimeoutSeconds,
    },
    ...jsonFormatOption,
  },
  examples: [
    {
      command: 'gatewright status --url http://127.0.0.1:8244 --expect origin/main',
      does: 'checks whether the gateway serves what was merged',
    },
    {
      command: 'gatewright status --url https://ops.example.edu/gateway --ca ca.pem --format json',
      does: 'asks through a proxy, and prints JSON',
    },
  ],
  exitCodes: {
    0: 'the gateway serves that commit',
    1: 'the gateway serves something else',
    2: 'the comparison failed',
  },
  run: compareGateway,
};

async function compareGateway(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  using client = await openClient(args, io);
  const { findExpected, compileExpected } = await import('../status/expected-sources.ts');
  const sources = await findExpected(args, io);
  const expected = await compileExpected(sources, args, io);
  const { compareRunning } = await import('../status/compare-running.ts');
  const report = await compareRunning({ client, sources, expected });
  await io.stdout.deliver(await render(report, asJson, io));
  if (!expected.compiled)
    throw new CommandError(`A gateway cannot serve ${sources.name}, which does not compile.`);
  return report.isSame ? 0 : 1;
}

async function openClient(args: CommandArguments, { cwd }: Io): Promise<AdminClient> {
  const address = parseAdminAddress(args.requiredText('url'));
  const [file, serverName] = [args.text('ca'), args.text('server-name')];
  if (address.url.protocol === 'http:' && (file !== undefined || serverName !== undefined))
    throw new CommandError('--ca and --server-name are for an address that begins with https://.');
  const timeoutMs = (args.integer('timeout-seconds') ?? Number(defaultTimeoutSeconds)) * 1000;
  const options = { address, timeoutMs, ...(serverName !== undefined && { serverName }) };
  if (file === undefined) return new AdminClient(options);
  const { readAuthority } = await import('../status/admin-client.ts');
  return new AdminClient({ ...options, ca: await readAuthority(cwd, file) });
}

async function render(report: StatusReport, asJson: boolean, { stdout }: Io): Promise<string> {
  if (asJson) return (await import('../status/views/status-json.ts')).renderStatusJson(report);
  const { renderStatusForHumans } = await import('../status/views/status-human.ts');
  return renderStatusForHumans(report, stdout.paint);
}
