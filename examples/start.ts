import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CommandError } from '../src/cli/command-error.ts';
import type { ExitCode } from '../src/cli/command.ts';
import { type Io, processIo } from '../src/cli/io.ts';
import { showPath } from '../src/cli/project/paths.ts';
import { reportCommandError } from '../src/cli/run-command-line.ts';
import { awaitStopSignal } from '../src/cli/run/signals.ts';
import { reportEvent, type WatchContext } from '../src/cli/run/report-event.ts';
import type { Compiled } from '../src/compiled/compiled.ts';
import { readFirstTable } from '../src/serve/start/read-first-table.ts';
import { type GatewayOptions, startGateway } from '../src/serve/start/start-gateway.ts';
import { StartupError } from '../src/serve/served/startup-error.ts';
import { openTableSource } from '../src/serve/sources/thread/open-table-source.ts';
import { startBackends } from './backends/start-backends.ts';
import { demoCommands, type DemoKeySets } from './demo-commands.ts';

const root = resolve(import.meta.dirname, '..');
const stateFolder = join(root, '.gatewright');
/** In milliseconds. */
const parentCheckMs = 300;
/** Read before anything is printed, since who reads the output may end npm at once. */
const firstParent = process.ppid;

process.exitCode = await runExamples(processIo());

/** Runs a gateway and the services behind it until Ctrl-C. Commands to paste go to stdout, all talk to stderr. */
async function runExamples(io: Io): Promise<ExitCode> {
  const talk = { ...io, stdout: io.stderr };
  const context = { show: (file: string) => showPath(root, file, io.cwd), io: talk };
  using stop = awaitStopSignal();
  await using running = new AsyncDisposableStack();
  try {
    const compiled = await startExamples(running, context);
    await printCommands(compiled, io);
    await Promise.race([stop.received, awaitEndOfNpm(running)]);
    return 0;
  } catch (error) {
    reportError(error, context);
    return 2;
  }
}

/** A signal that ends npm does not reach what its shell has started, so the end of that shell is one to stop, too. */
function awaitEndOfNpm(running: AsyncDisposableStack): Promise<void> {
  const ended = Promise.withResolvers<void>();
  if (process.env['npm_lifecycle_event'] === undefined) return ended.promise;
  const timer = setInterval(() => {
    if (process.ppid !== firstParent) ended.resolve();
  }, parentCheckMs);
  running.defer(() => clearInterval(timer));
  return ended.promise;
}

/** What it starts ends with `running`: the gateway first, since it calls the services. */
async function startExamples(running: AsyncDisposableStack, context: WatchContext): Promise<Compiled> {
  const options: GatewayOptions = {
    source: { kind: 'folder', root, configFile: 'gateway.config.yaml' },
    deployment: 'production',
    stateFolder,
    plainHttp: false,
    report: (event) => reportEvent(event, context),
  };
  // The services stand where the table has them that the gateway is about to start with.
  const compiled = await readTableOf(options);
  for (const backend of await startBackends(compiled)) running.use(backend);
  const gateway = await startGateway(options);
  running.defer(() => gateway.close());
  return compiled;
}

async function readTableOf(options: GatewayOptions): Promise<Compiled> {
  await using opened = new AsyncDisposableStack();
  const source = await openTableSource(options, () => undefined, opened);
  const { table } = await readFirstTable(options, source);
  return table.compiled;
}

interface DemoCredentials {
  readonly CampusPortal: DemoKeySets;
  readonly users: { readonly ada: { readonly password: string } };
}

async function printCommands(compiled: Compiled, { stdout, stderr, cwd }: Io): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'demo-credentials.json'), 'utf8');
  const credentials = JSON.parse(text) as DemoCredentials;
  const caFile = relative(cwd, join(stateFolder, 'tls', 'ca.pem'));
  stderr.write(`Sign in to the store as ada, with the password ${credentials.users.ada.password}\n`);
  stderr.write('\nPaste into another shell in this folder; the second token is one of the sandbox:\n\n');
  for (const line of demoCommands(compiled, caFile, credentials.CampusPortal)) stdout.write(`${line}\n`);
}

function reportError(error: unknown, context: WatchContext): void {
  if (error instanceof StartupError) {
    reportEvent({ type: 'start-failed', ...error.failure }, context);
  } else if (isPortInUse(error)) reportCommandError(explainPortInUse(error), context.io.stderr);
  else throw error;
}

function isPortInUse(error: unknown): error is Error & { readonly port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
}

function explainPortInUse({ port }: { readonly port: number }): CommandError {
  return new CommandError(
    `Port ${port} is in use; stop what listens there, which may be \`npm start\` itself.`,
    'The ports are declared: those of the gateway in gateway.config.yaml, those of the services as `endpoints` in examples/apis.',
  );
}
