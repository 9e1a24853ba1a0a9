import { pino } from 'pino';
import type { Clock } from '../../runtime/ports/clock.ts';
import type { WriteAccess } from '../../runtime/ports/access-log.ts';
import { escapeMisleading } from './render-audit-line.ts';

/** Renders each record as one line of JSON with the time, in UTC, and hands it on. */
export function renderAccess(clock: Clock, add: (line: string) => void): WriteAccess {
  const logger = pino(
    {
      base: null,
      timestamp: renderTimes(clock),
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => add(escapeMisleading(line)) },
  );
  return (record) => logger.info(record);
}

/** Many calls share a millisecond, and to write it takes long. */
function renderTimes(clock: Clock): () => string {
  let last = -1;
  let text = '';
  return () => {
    const now = clock();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}
