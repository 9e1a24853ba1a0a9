import type { AuditEvent } from '../../runtime/ports/audit.ts';

/** That events are not in the log, since the disk did not take them in time. */
export interface AuditLost {
  readonly event: 'audit_lost';
  readonly count: number;
}

/** In characters; longer lines have long values, which a caller has made up. */
const longestLine = 4096;
const longestText = 256;

/** What JSON leaves as it is, but terminals obey and some readers take for the end of a line. */
const misleading = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** An event as one line of JSON with the time in front, given in milliseconds since 1970-01-01T00:00:00Z. */
export function renderAuditLine(time: number, event: AuditEvent | AuditLost): string {
  const whole = JSON.stringify(event);
  const members =
    whole.length > longestLine ? JSON.stringify(event, (_, value: unknown) => shorten(value)) : whole;
  // To copy the event into another object takes longer than to write it.
  const line = `{"time":"${renderTime(time)}",${members.slice(1)}`;
  return `${escapeMisleading(line)}\n`;
}

export function escapeMisleading(line: string): string {
  return line.replace(misleading, escapeUnit);
}

let [lastTime, lastTimeText] = [0, new Date(0).toISOString()];

/** Many events share a millisecond, and to write it takes a third of the time of a line. */
function renderTime(time: number): string {
  if (time === lastTime) return lastTimeText;
  lastTime = time;
  return (lastTimeText = new Date(time).toISOString());
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longestText) return `${value.slice(0, longestText)}…`;
  if (Array.isArray(value) && value.length > longestText) return value.slice(0, longestText);
  return value;
}

function escapeUnit(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
