import { createHash } from 'node:crypto';
import type { Notice } from './list-notices.ts';

/** The number of characters that stand for a notice in a cookie: 24 bits. */
const length = 4;

/** Which notices a browser has shown, as a cookie of at most 400 characters. */
export function writeSeen(notices: readonly Notice[]): string {
  return notices.map(markOf).join('') || '-';
}

/** Whether a browser has not shown a notice yet; on the first visit, none counts as new. */
export function isNewTo(seen: string | undefined, notice: Notice): boolean {
  if (seen === undefined) return false;
  const mark = markOf(notice);
  for (let start = 0; start < seen.length; start += length)
    if (seen.slice(start, start + length) === mark) return false;
  return true;
}

function markOf({ id }: Notice): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, length);
}
