import { renderEventJson } from '../views/render-event.ts';
import { reportEvent, type WatchContext } from '../views/report-event.ts';
import type { RunEvent } from './run-event.ts';

export type LogFormat = 'text' | 'json';

/** Opens the log of a gateway's events. Standard output stays free for an access log if the format is JSON. */
export function openEventLog(format: LogFormat, context: WatchContext): (event: RunEvent) => void {
  const { show, io } = context;
  const write =
    format === 'text'
      ? (event: RunEvent) => reportEvent(event, context)
      : (event: RunEvent) => io.stderr.write(renderEventJson(event, Date.now(), show) ?? '');
  return answerRequests(write);
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
