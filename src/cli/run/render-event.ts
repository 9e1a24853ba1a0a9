import { escapeMisleading } from '#platform/logs/audit-log.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HeldPart } from '#serve/served/held-part.ts';
import { leadingErrors, levelOf, type RunEvent, sentenceOf } from './run-event.ts';

/**
 * An event as one line of JSON: `{ level, time, event, message, … }`, with the details of the event after its sentence;
 * undefined if nobody needs to read of it. `show` names a file for its reader, `now` is in milliseconds since 1970.
 */
export function renderEventJson(
  event: RunEvent,
  now: number,
  show: (file: string) => string,
): string | undefined {
  const message = sentenceOf(event);
  if (message === '') return undefined;
  const head = { level: levelOf(event), time: new Date(now).toISOString(), event: nameOf(event), message };
  return escapeMisleading(`${JSON.stringify({ ...head, ...detailsOf(event, show) })}\n`);
}

/** As in the audit log. */
function nameOf({ type }: RunEvent): string {
  return type.replaceAll('-', '_');
}

function detailsOf(event: RunEvent, show: (file: string) => string): object {
  const { type: _, ...details } = event;
  if (event.type === 'held-back' || event.type === 'released')
    return { parts: event.parts.map((part) => describePart(part, show)) };
  if (!('diagnostics' in details)) return withoutMessage(details);
  const { diagnostics, sources: __, ...rest } = details;
  if ('isRepeated' in rest && rest.isRepeated) return withoutMessage(rest);
  const { shown, more } = leadingErrors(diagnostics);
  const errors = shown.length === 0 ? {} : { errors: shown.map((error) => describeError(error, show)) };
  return { ...withoutMessage(rest), ...errors, ...(more > 0 && { moreErrors: more }) };
}

/** The sentence contains it. */
function withoutMessage(details: object): object {
  const { message: _, ...rest } = details as { readonly message?: string };
  return rest;
}

function describePart({ kind, name, since, reason }: HeldPart, show: (file: string) => string): object {
  return { kind, name, since: new Date(since).toISOString(), error: describeError(reason, show) };
}

function describeError({ code, message, help, at }: Diagnostic, show: (file: string) => string): object {
  const place = { file: show(at.file), line: at.line, column: at.column };
  return { code, message, ...(help !== undefined && { help }), ...place };
}
