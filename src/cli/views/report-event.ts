import { relative } from 'node:path';
import type { GatewayEvent, LoadFailure } from '../../serve/gateway-event.ts';
import type { Io } from '../io.ts';
import { quoteForShell } from '../project/paths.ts';
import { printable } from './display-width.ts';
import { renderForHumans } from './lint/human.ts';

/** Who watches a gateway. */
export interface WatchContext {
  /** A file of the sources as its reader would type it in the current folder. */
  readonly show: (file: string) => string;
  readonly io: Io;
}

type Listening = Extract<GatewayEvent, { readonly type: 'listening' }>;

/** Reports what happens to a running gateway: progress on standard output, problems on standard error. */
export function reportEvent(event: GatewayEvent, context: WatchContext): void {
  const { stdout, stderr, debug } = context.io;
  switch (event.type) {
    case 'listening':
      return stdout.write(renderListening(event, context.io));
    case 'loaded':
      return stdout.write(`Loaded ${countApis(event.apis)}${ofCommit(event)}: ${event.digest}\n`);
    case 'reloaded':
      return stdout.write(`Reloaded ${countApis(event.apis)}${ofCommit(event)}: ${event.digest}\n`);
    case 'unchanged':
      // Only this: if the output goes to a file among the sources, more of it would be another change.
      return stdout.write(event.commit === undefined ? '' : `Commit ${event.commit} changes nothing.\n`);
    case 'tls-reloaded':
      return stdout.write(renderTlsReload(event));
    case 'reload-failed':
      reportFailure(event, context);
      return stderr.write('Still serving the previous table.\n');
    case 'last-good':
      reportFailure(event, context);
      return stderr.write(`Serving the last good route table: ${event.digest}\n`);
    case 'restart-needed':
      return warn(`Restart the gateway to apply these changes: ${event.what.join(', ')}.`, context.io);
    case 'warning':
      return warn(event.message, context.io);
    case 'error':
      stderr.write(`${stderr.paint(['red', 'bold'], 'error:')} ${printable(event.message)}\n`);
      return stderr.write(debug && event.stack !== undefined ? `${event.stack}\n` : '');
  }
}

/** Shows how to get an access token from a gateway that listens. */
export function explainTokens({ gatewayUrl, caFile }: Listening, { cwd, stdout }: Io): void {
  const trust = caFile === undefined ? '' : `--cacert ${quoteForShell(relative(cwd, caFile))} `;
  const credentials = '-u "$CONSUMER_KEY:$CONSUMER_SECRET"';
  stdout.write('To get an access token with the keys of `gatewright keys generate`:\n');
  stdout.write(`  curl ${trust}${credentials} -d grant_type=client_credentials ${gatewayUrl}/token\n`);
}

/** Reports why sources could not be used: each finding, and then the failure itself. */
export function reportFailure(
  { message, diagnostics, sources }: LoadFailure,
  { show, io }: WatchContext,
): void {
  const { write, paint } = io.stderr;
  const texts = sources ?? { text: () => undefined };
  if (diagnostics.length > 0) write(renderForHumans(diagnostics, { sources: texts, show, paint }));
  write(`${paint(['red', 'bold'], 'error:')} ${printable(message)}\n`);
}

function warn(message: string, { stderr }: Io): void {
  stderr.write(`${stderr.paint(['yellow', 'bold'], 'warning:')} ${printable(message)}\n`);
}

function renderListening({ gatewayUrl, adminUrl, storeUrl }: Listening, { stdout }: Io): string {
  const line = (name: string, url: string) =>
    `${stdout.paint('bold', name)}${' '.repeat(8 - name.length)}${url}\n`;
  const store = storeUrl === undefined ? '' : line('Store', storeUrl);
  return line('Gateway', gatewayUrl) + store + line('Admin', adminUrl);
}

function renderTlsReload({
  validTo,
  caFile,
}: Extract<GatewayEvent, { readonly type: 'tls-reloaded' }>): string {
  const trust = caFile === undefined ? '' : `; clients must trust ${caFile} again`;
  return `New connections get a certificate that is valid until ${new Date(validTo).toISOString()}${trust}.\n`;
}

function ofCommit({ commit }: { readonly commit?: string }): string {
  return commit === undefined ? '' : ` of commit ${commit}`;
}

function countApis(count: number): string {
  return count === 1 ? '1 API' : `${count} APIs`;
}
