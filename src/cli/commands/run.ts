import { dirname, join, resolve } from 'node:path';
import { listenerHostPattern } from '#compiler/declaration/parts/listener-limits.ts';
import type { GatewayOptions, GatewaySource, RunningGateway } from '#serve/served/gateway-options.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { controlPlaneOptions, readControlPlaneOptions } from '../envoy/control-plane-options.ts';
import { identifyEngine } from '../project/lint-store.ts';
import { showPath } from '../project/paths.ts';
import { configOption, deploymentOption } from '../project/project.ts';
import { readVersion } from '../read-version.ts';
import { endUnread } from '../run/end-unread.ts';
import { type LogFormat, openEventLog } from '../run/event-log.ts';
import { findSource, sourceOptions } from '../run/run-source.ts';
import { awaitStopSignal, onReloadSignal } from '../run/signals.ts';

const ports = { type: 'integer', placeholder: 'N', range: [0, 65535] } as const;

export const runCommand: Command = {
  name: 'run',
  summary: 'Run the gateway and reload it when declarations change.',
  details:
    'Compiles the declarations and starts the gateway. If a change does not compile, the gateway reports ' +
    'it and still serves the previous table. If the declarations do not compile at start, the gateway ' +
    'serves the last good route table. SIGHUP reloads declarations, secrets and certificates at once. ' +
    'SIGINT and SIGTERM stop the gateway after the calls in flight; a second signal stops it immediately.',
  options: {
    ...configOption,
    ...deploymentOption,
    ...sourceOptions,
    ...controlPlaneOptions,
    'plain-http': { type: 'flag', summary: 'Listen without TLS; allowed on loopback addresses only.' },
    host: {
      type: 'text',
      placeholder: 'ADDRESS',
      summary:
        'The address to accept calls at, instead of the declared one: 0.0.0.0 for all, as in a container. The admin listener stays where it is declared.',
    },
    port: { ...ports, summary: 'The port for calls, instead of the declared one. 0 picks a free port.' },
    'admin-port': { ...ports, summary: 'The port for health, status and metrics. 0 picks a free port.' },
    'state-dir': {
      type: 'text',
      placeholder: 'DIR',
      summary:
        'Where keys, certificates and the last good table are kept; default: .gatewright next to the configuration, ' +
        'or in the current folder with --source and a --table by URL.',
    },
    workers: {
      type: 'integer',
      placeholder: 'N',
      range: [1, 256],
      summary: 'The number of threads that answer calls. Default: 1.',
    },
    'log-format': {
      type: 'text',
      choices: ['text', 'json'],
      placeholder: 'FORMAT',
      summary:
        'How events are logged: text, or json, one object a line on standard error. Default: text if standard error is a terminal, otherwise json.',
    },
    'drain-seconds': {
      type: 'integer',
      placeholder: 'N',
      range: [0, 3600],
      summary:
        'How long health returns 503 after a stop signal, before the listeners close, in seconds. Default: 0.',
    },
  },
  examples: [
    { command: 'gatewright run', does: 'serves the production deployment' },
    {
      command: 'gatewright run --table table.json --state-dir state',
      does: 'serves a table compiled elsewhere',
    },
    {
      command: 'gatewright run --table https://tables.example.edu/table.json --verify table-key.pub.pem',
      does: 'serves a signed table from a server, and follows its updates',
    },
    {
      command: 'gatewright run --source git+https://git.example.edu/gateway.git#main',
      does: 'serves the main branch of a repository, and follows its updates',
    },
    {
      command: 'gatewright run --control-plane 0.0.0.0:18000 --control-plane-tls control-plane',
      does: 'also serves the route table to Envoys, as their control plane',
    },
  ],
  exitCodes: { 0: 'stopped by a signal', 2: 'the gateway could not start' },
  run: runToTheEnd,
};

async function runToTheEnd(args: CommandArguments, io: Io): Promise<ExitCode> {
  const code = await runGateway(args, io);
  await endUnread(io);
  return code;
}

async function runGateway(args: CommandArguments, io: Io): Promise<ExitCode> {
  const format = readFormat(args.text('log-format'), io);
  const source = await findSource(args, io);
  using log = openEventLog(format, { show: showIn(source, io), io });
  const options = readOptions(args, source, io);
  using signals = new DisposableStack();
  const stop = signals.use(awaitStopSignal());
  let gateway: RunningGateway | undefined;
  signals.use(
    onReloadSignal(() => {
      log.write({ type: 'reload-requested' });
      // A source that is starting checks for changes anyway.
      gateway?.reload();
    }),
  );
  try {
    // This import takes a while, during which signals are already handled.
    const { startGateway } = await import('#serve/start/start-gateway.ts');
    stop.signal.throwIfAborted();
    const program = { engine: await identifyEngine(), version: readVersion() };
    gateway = await startGateway({ ...options, ...program, report: log.write }, stop.signal);
    await stop.received;
    log.write({ type: 'stopping' });
    await gateway.close();
    return 0;
  } catch (error) {
    if (!gateway && error === stop.signal.reason) return 0;
    if (!(error instanceof StartupError)) throw error;
    log.write({ type: 'start-failed', ...error.failure });
    return 2;
  }
}

function readFormat(format: string | undefined, { stderr }: Io): LogFormat {
  if (format === undefined) return stderr.isTerminal ? 'text' : 'json';
  if (format === 'text' || format === 'json') return format;
  throw new CommandError(`Unknown log format ${JSON.stringify(format)}.`, '--log-format takes text or json.');
}

/** A function that shows the path of a file: from the current folder, or in the repository. */
function showIn(source: GatewaySource, { cwd }: Io): (file: string) => string {
  if (source.kind === 'git') return (file) => join(dirname(source.configFile), file);
  const root = source.kind === 'folder' ? source.root : cwd;
  return (file) => showPath(root, file, cwd);
}

function readOptions(args: CommandArguments, source: GatewaySource, io: Io): Omit<GatewayOptions, 'report'> {
  const host = args.text('host');
  const port = args.integer('port');
  const adminPort = args.integer('admin-port');
  const controlPlane = readControlPlaneOptions(args, io.cwd);
  return {
    source,
    deployment: args.requiredText('deployment'),
    stateFolder: resolve(io.cwd, args.text('state-dir') ?? join(folderOf(source, io), '.gatewright')),
    plainHttp: args.flag('plain-http'),
    ...(host !== undefined && { host: checkHost(host) }),
    ...(port !== undefined && { port }),
    ...(adminPort !== undefined && { adminPort }),
    ...(controlPlane && { controlPlane }),
    workers: args.integer('workers') ?? 1,
    drainMs: (args.integer('drain-seconds') ?? 0) * 1000,
  };
}

function checkHost(host: string): string {
  if (new RegExp(listenerHostPattern).test(host)) return host;
  throw new CommandError(
    `${JSON.stringify(host)} is not a host.`,
    '--host takes an address such as 0.0.0.0 or ::, or a name, without a port.',
  );
}

function folderOf(source: GatewaySource, { cwd }: Io): string {
  if ('secretsFolder' in source) return cwd;
  return source.kind === 'folder' ? source.root : dirname(source.file);
}
