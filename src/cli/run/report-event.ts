import { relative } from 'node:path';
import type { LoadFailure } from '#serve/served/gateway-event.ts';
import type { Io, Output } from '../io.ts';
import { quoteForShell } from '../project/paths.ts';
import { leadingErrors, levelOf, reasonsOf, type RunEvent, sentenceOf } from './run-event.ts';
import { printable } from '../views/display-width.ts';
import { renderForHumans } from '../lint/views/human.ts';

/** How events are shown, and where they are written. */
export interface WatchContext {
  /** The path of a source file, as the user would type it in the current folder. */
  readonly show: (file: string) => string;
  readonly io: Io;
}

type Listening = Extract<RunEvent, { readonly type: 'listening' }>;

/** Progress goes to standard output, problems to standard error. */
export function outputFor(event: RunEvent, { stdout, stderr }: Io): Output {
  return levelOf(event) === 'info' ? stdout : stderr;
}

/** Reports what happens to a running gateway, on the output for each event. */
export function reportEvent(event: RunEvent, context: WatchContext): void {
  const { stdout, stderr, debug } = context.io;
  if (event.type === 'listening') {
    stdout.write(renderListening(event, context.io));
    return explainTokens(event, context.io);
  }
  if ('diagnostics' in event) return reportFailure(event, context);
  if (event.type === 'held-back') return reportHeld(event, context);
  writeSentence(event, context.io);
  if (event.type === 'error' && debug && event.stack !== undefined) stderr.write(`${event.stack}\n`);
}

const labels = { warn: ['yellow', 'warning:'], error: ['red', 'error:'] } as const;

function writeSentence(event: RunEvent, io: Io): void {
  const level = levelOf(event);
  const output = outputFor(event, io);
  const sentence = printable(sentenceOf(event));
  if (level === 'info') return output.write(sentence === '' ? '' : `${sentence}\n`);
  const [colour, label] = labels[level];
  output.write(`${output.paint([colour, 'bold'], label)} ${sentence}\n`);
}

/** Shows how to get an access token from a gateway that listens. */
function explainTokens({ gatewayUrl, caFile }: Listening, { cwd, stdout }: Io): void {
  const trust = caFile === undefined ? '' : `--cacert ${quoteForShell(relative(cwd, caFile))} `;
  const credentials = '-u "$CONSUMER_KEY:$CONSUMER_SECRET"';
  stdout.write('To get an access token with the keys of `gatewright keys generate`:\n');
  stdout.write(`  curl ${trust}${credentials} -d grant_type=client_credentials ${gatewayUrl}/token\n`);
}

type Failed = Extract<RunEvent, LoadFailure>;

/** Reports why sources could not be used: the first errors, the failure itself, and what is served. */
function reportFailure(event: Failed, { show, io }: WatchContext): void {
  const { write, paint } = io.stderr;
  const { sources = { text: () => undefined }, diagnostics } = event;
  const { shown, more } = leadingErrors(diagnostics);
  if (shown.length > 0 && !isRepeated(event)) {
    write(renderForHumans(shown, { sources, show, paint }));
    if (more > 0) write(`and ${more} more; \`gatewright lint\` shows all.\n`);
  }
  writeSentence(event, io);
  if (event.help !== undefined) write(`${paint(['cyan', 'bold'], 'help:')} ${event.help}\n`);
  write(describeServed(event));
}

/** Reports the parts that are held back: the errors that cause this, and what is served. */
function reportHeld(
  event: Extract<RunEvent, { readonly type: 'held-back' }>,
  { show, io }: WatchContext,
): void {
  const { write, paint } = io.stderr;
  const { shown, more } = leadingErrors(reasonsOf(event.parts));
  write(renderForHumans(shown, { sources: event.sources, show, paint }));
  if (more > 0) write(`and ${more} more; \`gatewright lint\` shows all.\n`);
  writeSentence(event, io);
  write('They stay as they were last served, without what was taken away; everything else is served.\n');
}

function isRepeated(event: Failed): boolean {
  return event.type === 'reload-failed' && event.isRepeated;
}

function describeServed(event: Failed): string {
  if (event.type === 'last-good') return `Serving the last good route table: ${event.digest}\n`;
  if (event.type === 'reload-failed') return 'Still serving the previous table.\n';
  return event.diagnostics.length > 0 ? 'There is no last good table to serve instead.\n' : '';
}

function renderListening(
  { gatewayUrl, adminUrl, authorizationUrl, storeUrl, controlPlaneUrl }: Listening,
  { stdout }: Io,
): string {
  const line = (name: string, url: string) =>
    `${stdout.paint('bold', name)}${' '.repeat(8 - name.length)}${url}\n`;
  const store = storeUrl === undefined ? '' : line('Store', storeUrl);
  const authorization = authorizationUrl === undefined ? '' : line('Authz', authorizationUrl);
  const envoys = controlPlaneUrl === undefined ? '' : line('Envoys', controlPlaneUrl);
  return line('Gateway', gatewayUrl) + store + line('Admin', adminUrl) + authorization + envoys;
}
