import type { Io } from '../io.ts';
import { renderEventJson } from '../views/render-event.ts';
import { reportEvent, type WatchContext } from '../views/report-event.ts';
import type { RunEvent } from './run-event.ts';

/** How much may wait for the reader of the log, in bytes; further events are only counted. */
const maxWaiting = 1024 * 1024;

export type LogFormat = 'text' | 'json';

/** Opens the log of a gateway's events. Standard output stays free for an access log if the format is JSON. */
export function openEventLog(format: LogFormat, context: WatchContext): (event: RunEvent) => void {
  const { show, io } = context;
  const write =
    format === 'text'
      ? (event: RunEvent) => reportEvent(event, context)
      : (event: RunEvent) => io.stderr.write(renderEventJson(event, Date.now(), show) ?? '');
  return answerRequests(dropUnread(write, io));
}

/** A reader that is slow, or has stopped, must not fill the memory. */
function dropUnread(write: (event: RunEvent) => void, { stdout, stderr }: Io): (event: RunEvent) => void {
  let lost = 0;
  return (event) => {
    if (stdout.waiting() + stderr.waiting() > maxWaiting) return void (lost += 1);
    if (lost > 0) write({ type: 'warning', message: describeLoss(lost) });
    lost = 0;
    write(event);
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
