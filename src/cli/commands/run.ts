import { dirname, join, resolve } from 'node:path';
import type { GatewayEvent } from '../../serve/gateway-event.ts';
import type { GatewayOptions, GatewaySource } from '../../serve/gateway-options.ts';
import { StartupError } from '../../serve/startup-error.ts';
import type { CommandArguments } from '../command-arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, deploymentOption, findDeployment, findProject } from '../project.ts';
import { showPath } from '../show-path.ts';
import { explainTokens, reportEvent, reportFailure, type WatchContext } from '../views/report-event.ts';
import { awaitStopSignal } from '../stop-signal.ts';

const ports = { type: 'integer', placeholder: 'N', range: [0, 65535] } as const;

export const runCommand: Command = {
  name: 'run',
  summary: 'Serve everything declared, and take in every change while it runs.',
  details:
    'Compiles the declarations and starts the gateway. A change that does not compile is reported, and what ran goes on ' +
    'running; a start with broken declarations falls back on the last good route table. SIGINT and SIGTERM let the calls ' +
    'in flight end; a second one ends the process at once.',
  options: {
    ...configOption,
    ...deploymentOption,
    table: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'Serve a route table made by compile, in place of declarations.',
    },
    'plain-http': { type: 'flag', summary: 'Listen without TLS, which a loopback address alone may do.' },
    port: { ...ports, summary: 'The port for calls, in place of the declared one; 0 for a free one.' },
    'admin-port': { ...ports, summary: 'The port for health and status; 0 for a free one.' },
    'state-dir': {
      type: 'text',
      placeholder: 'DIR',
      summary:
        'Where keys, certificates and the last good table are kept; .gatewright beside the configuration if left out.',
    },
  },
  examples: [
    { command: 'gatewright run', does: 'serves the production deployment' },
    {
      command: 'gatewright run --table table.json --state-dir state',
      does: 'serves a table compiled elsewhere',
    },
  ],
  exitCodes: { 0: 'ended by a signal', 2: 'it could not start' },
  run: runGateway,
};

async function runGateway(args: CommandArguments, io: Io): Promise<ExitCode> {
  const source = await findSource(args, io);
  const root = source.kind === 'folder' ? source.root : io.cwd;
  const context = { show: (file: string) => showPath(root, file, io.cwd), io };
  const options = readOptions(args, source, io);
  const { startGateway } = await import('../../serve/start-gateway.ts');
  using stop = awaitStopSignal();
  try {
    const gateway = await startGateway({ ...options, report: (event) => watchEvent(event, context) });
    await stop.received;
    io.stdout.write('Stopping; the calls in flight may end.\n');
    await gateway.close();
    return 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    reportFailure(error.failure ?? { message: error.message, diagnostics: [] }, context);
    return 2;
  }
}

function watchEvent(event: GatewayEvent, context: WatchContext): void {
  reportEvent(event, context);
  if (event.type === 'listening') explainTokens(event, context.io);
}

async function findSource(args: CommandArguments, io: Io): Promise<GatewaySource> {
  const table = args.text('table');
  if (table !== undefined) return { kind: 'table', file: resolve(io.cwd, table) };
  const project = await findProject(args, io);
  await findDeployment(args, project);
  return { kind: 'folder', root: project.root, configFile: project.configFile };
}

function readOptions(args: CommandArguments, source: GatewaySource, io: Io): Omit<GatewayOptions, 'report'> {
  const beside = source.kind === 'folder' ? source.root : dirname(source.file);
  const port = args.integer('port');
  const adminPort = args.integer('admin-port');
  return {
    source,
    deployment: args.requiredText('deployment'),
    stateFolder: resolve(io.cwd, args.text('state-dir') ?? join(beside, '.gatewright')),
    plainHttp: args.flag('plain-http'),
    ...(port !== undefined && { port }),
    ...(adminPort !== undefined && { adminPort }),
  };
}
