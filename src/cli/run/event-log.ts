import type { Output } from '../io.ts';
import { renderEventJson } from './render-event.ts';
import { outputFor, reportEvent, type WatchContext } from './report-event.ts';
import { type RunEvent, sentenceOf } from './run-event.ts';

/** How much may wait for the reader of an output, in bytes; further events for it are only counted. */
const maxWaiting = 1024 * 1024;

export type LogFormat = 'text' | 'json';

/** The log of a gateway's events. When it is disposed of, it reports how many were lost since the last report. */
export interface EventLog extends Disposable {
  readonly write: (event: RunEvent) => void;
}

/** How events become text, and the output that each is written to. */
interface Writer {
  readonly write: (event: RunEvent) => void;
  readonly outputFor: (event: RunEvent) => Output;
}

/** Opens the log of a gateway's events. Standard output stays free for an access log if the format is JSON. */
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

/** A reader that is slow, or has stopped, must not fill the memory. */
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

/** An operator who asked for a reload learns its result, even if nothing has changed. */
function answerRequests(write: (event: RunEvent) => void): (event: RunEvent) => void {
  let isAsked = false;
  return (event) => {
    write(event);
    if (event.type === 'unchanged' && event.commit === undefined && isAsked) write({ type: 'nothing-new' });
    if (event.type === 'reload-requested') isAsked = true;
    if (['unchanged', 'reloaded', 'reload-failed'].includes(event.type)) isAsked = false;
  };
}
