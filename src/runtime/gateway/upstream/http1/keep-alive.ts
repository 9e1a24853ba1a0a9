import type { IncomingHttpHeaders } from 'node:http';

/** How long a connection stays idle by default, and at most, in milliseconds. */
const [defaultMs, maxMs] = [4000, 600_000];

/** How much sooner than the upstream would close it, since a request may be on its way then. */
const marginMs = 2000;

/** An upstream mostly sends the same value as before. */
let last = { said: '', milliseconds: defaultMs };

/** For how long after a response its connection may be used again; 0 if it must not (RFC 2068 section 19.7.1.1). */
export function keepAliveMs({ 'keep-alive': said }: IncomingHttpHeaders): number {
  if (typeof said !== 'string') return defaultMs;
  if (last.said !== said) last = { said, milliseconds: readTimeout(said) };
  return last.milliseconds;
}

function readTimeout(said: string): number {
  const [, seconds] = /timeout=(\d{1,9})/i.exec(said) ?? [];
  if (seconds === undefined) return defaultMs;
  return Math.max(0, Math.min(Number(seconds) * 1000 - marginMs, maxMs));
}
