import { type Diagnostic, withoutRepeats } from '#diagnostic/diagnostic.ts';
import type { GatewayEvent, LoadFailure } from '#serve/served/gateway-event.ts';
import { type HeldPart, nameHeld } from '#serve/served/held-part.ts';
import { nameResources } from '../envoy/name-resources.ts';

/** An event of `gatewright run`: of the gateway, or of the command that runs it. */
export type RunEvent =
  | GatewayEvent
  /** Neither the sources nor a saved table can be served, or something else prevents the start. */
  | ({ readonly type: 'start-failed' } & LoadFailure)
  /** The operator requested a reload. */
  | { readonly type: 'reload-requested' }
  /** The operator requested a reload, and there was nothing to reload. */
  | { readonly type: 'nothing-new' }
  | { readonly type: 'stopping' };

export type EventLevel = 'info' | 'warn' | 'error';

const levels: Readonly<Partial<Record<RunEvent['type'], EventLevel>>> = {
  'start-failed': 'error',
  'reload-failed': 'error',
  'last-good': 'error',
  'upstream-failed': 'warn',
  'held-back': 'error',
  'not-published': 'error',
  'envoy-refused': 'error',
  'restart-needed': 'warn',
  warning: 'warn',
  error: 'error',
};

export function levelOf({ type }: RunEvent): EventLevel {
  return levels[type] ?? 'info';
}

/** An event in one sentence; empty for an event that is not logged. */
export function sentenceOf(event: RunEvent): string {
  switch (event.type) {
    case 'listening':
      return `Listening: ${event.gatewayUrl}`;
    case 'loaded':
      return `Loaded ${countApis(event.apis)}${ofCommit(event)}: ${event.digest}`;
    case 'reloaded':
      return `Reloaded ${countApis(event.apis)}${ofCommit(event)}: ${event.digest}`;
    case 'unchanged':
      // Without a new commit, nothing is logged: if the log is a file among the sources, a line in it would be another
      // change.
      return event.commit === undefined ? '' : `Commit ${event.commit} changes nothing.`;
    case 'tls-reloaded':
      return describeCertificate(event);
    case 'held-back':
      return describeHeld(event.parts);
    case 'released':
      return `Not held back any more: ${event.parts.map(nameHeld).join(', ')}.`;
    case 'restart-needed':
      return `Restart the gateway to apply these changes: ${event.what.join(', ')}.`;
    case 'upstream-failed':
      return describeUpstreamFailure(event);
    case 'published':
      return `Published to Envoys: ${event.digest}`;
    case 'not-published':
      return describeUnpublished(event);
    case 'envoy-refused':
      return `Envoy ${event.node} refuses version ${event.version} of its ${nameResources(event.resources, event.names)} and keeps the previous one. Its own log has the reason.`;
    case 'envoy-recovered':
      return `Envoy ${event.node} has accepted all published resources again.`;
    case 'reload-requested':
      return 'Looking for new declarations, secrets and certificates.';
    case 'nothing-new':
      return 'The declarations and secrets have not changed.';
    case 'stopping':
      return 'Stopping after the calls in flight have finished.';
    case 'reload-failed':
      return event.isRepeated ? `${event.message} The reason is the same as before.` : event.message;
    case 'last-good':
    case 'start-failed':
    case 'warning':
    case 'error':
      return event.message;
  }
}

/** The maximum number of errors that a log shows. */
const maxErrors = 20;

/** The first errors of sources that cannot be used, for a log, and the number of further errors. */
export function leadingErrors(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly more: number;
} {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { shown: errors.slice(0, maxErrors), more: Math.max(0, errors.length - maxErrors) };
}

/** The maximum number of parts that a log names. */
const maxParts = 20;

function describeHeld(parts: readonly HeldPart[]): string {
  const shown = parts
    .slice(0, maxParts)
    .map((part) => `${nameHeld(part)} since ${new Date(part.since).toISOString()}`);
  const more = parts.length > maxParts ? ` and ${parts.length - maxParts} more` : '';
  return `Held back because of errors: ${shown.join(', ')}${more}.`;
}

/** The errors that cause parts to be held back, each once. */
export function reasonsOf(parts: readonly HeldPart[]): readonly Diagnostic[] {
  return withoutRepeats(parts.map(({ reason }) => reason));
}

function describeCertificate({
  listener,
  validTo,
  caFile,
}: Extract<GatewayEvent, { readonly type: 'tls-reloaded' }>): string {
  const trust = caFile === undefined ? '' : `; clients must trust ${caFile} again`;
  const whose = listener === 'control-plane' ? ' from Envoys' : '';
  return `New connections${whose} get a certificate that is valid until ${new Date(validTo).toISOString()}${trust}.`;
}

function describeUnpublished({
  digest,
  refusals,
  count,
}: Extract<GatewayEvent, { readonly type: 'not-published' }>): string {
  const [first] = refusals;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  const reason = first ? ` ${first.subject}: ${first.message}${more}` : '';
  return `Envoy cannot honour ${digest}, so Envoys keep the table before it.${reason}`;
}

function describeUpstreamFailure({
  api,
  upstream,
  status,
  code,
  cause,
  count,
  requestId,
}: Extract<GatewayEvent, { readonly type: 'upstream-failed' }>): string {
  const what = count === 1 ? `A call of ${api} failed` : `${count} more calls of ${api} failed`;
  const how = code === undefined ? `${status}` : `${status} ${code}`;
  const last = count === 1 ? requestId : `the last is ${requestId}`;
  const from = upstream === undefined ? '' : `, upstream ${upstream}`;
  return `${what} with ${how}${from}: ${cause} (${last}).`;
}

function ofCommit({ commit }: { readonly commit?: string }): string {
  return commit === undefined ? '' : ` of commit ${commit}`;
}

function countApis(count: number): string {
  return count === 1 ? '1 API' : `${count} APIs`;
}
