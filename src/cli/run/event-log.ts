import type { Output } from '../io.ts';
import { outputFor, reportEvent, type WatchContext } from './report-event.ts';
import { type RunEvent, sentenceOf, leadingErrors, levelOf } from './run-event.ts';
import { escapeMisleading } from '#platform/logs/audit-log.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HeldPart } from '#serve/served/held-part.ts';

/** The maximum number of unread bytes of an output; further events for the output are only counted. */
const maxWaiting = 1024 * 1024;

export type LogFormat = 'text' | 'json';

/**
 * The log of a gateway's events. When it is disposed of, it reports the number of events lost since the last report.
 */
export interface EventLog extends Disposable {
  readonly write: (event: RunEvent) => void;
}

/** Writes events as text. `outputFor` returns the output that an event is written to. */
interface Writer {
  readonly write: (event: RunEvent) => void;
  readonly outputFor: (event: RunEvent) => Output;
}

/**
 * Opens the log of a gateway's events. If the format is JSON, nothing is written to standard output, which an access
 * log can then use.
 */
export function openEventLog(format: LogFormat, context: WatchContext): EventLog {
  const log = dropUnread(format === 'text' ? writeText(context) : writeJson(context));
  return { ...log, write: answerRequests(log.write) };
}

function writeText(context: WatchContext): Writer {
  return {
    write: (event) => reportEvent(event, context),
    outputFor: (event) => outputFor(event, context.io),
  };
}

function writeJson({ show, io: { stderr } }: WatchContext): Writer {
  return {
    write: (event) => stderr.write(renderEventJson(event, Date.now(), show) ?? ''),
    outputFor: () => stderr,
  };
}

/**
 * A log that drops events while the reader of an output is slow or has stopped, so that they do not fill the memory.
 */
function dropUnread({ write, outputFor: chooseOutput }: Writer): EventLog {
  const lost = new Map<Output, number>();
  const reportLoss = (outputs: readonly Output[]) => {
    const count = outputs.reduce((sum, output) => sum + (lost.get(output) ?? 0), 0);
    for (const output of outputs) lost.delete(output);
    if (count > 0) write({ type: 'warning', message: describeLoss(count) });
  };
  return {
    write: (event) => {
      if (sentenceOf(event) === '') return;
      const output = chooseOutput(event);
      if (output.waiting() > maxWaiting) return void lost.set(output, (lost.get(output) ?? 0) + 1);
      reportLoss([output]);
      write(event);
    },
    [Symbol.dispose]: () => reportLoss([...lost.keys()]),
  };
}

function describeLoss(count: number): string {
  const events = count === 1 ? '1 event was' : `${count} events were`;
  return `${events} not logged, since the reader of the log was too slow.`;
}

/** Adds an event if a requested reload changes nothing, so that the operator who requested it sees a result. */
function answerRequests(write: (event: RunEvent) => void): (event: RunEvent) => void {
  let isReloadRequested = false;
  return (event) => {
    write(event);
    if (event.type === 'unchanged' && event.commit === undefined && isReloadRequested)
      write({ type: 'nothing-new' });
    if (event.type === 'reload-requested') isReloadRequested = true;
    if (['unchanged', 'reloaded', 'reload-failed'].includes(event.type)) isReloadRequested = false;
  };
}

/**
 * An event as one line of JSON: `{ level, time, event, message, … }`, with the details of the event after its sentence;
 * undefined for an event that is not logged. `show` returns the name of a file for readers, `now` is in milliseconds
 * since 1970.
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

/** The name of an event, spelled as in the audit log. */
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

/** The details without the message, which the sentence contains. */
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
