import type { Direction } from '../../../keywords/facts/schema-fact.ts';
import type { ContractMedia } from '../read-bodies.ts';

/** The bodies of one media type in both documents. */
export interface MediaPair {
  readonly type: string;
  readonly old: ContractMedia;
  readonly now: ContractMedia;
  readonly direction: Direction;
}

/** Whether a body consists of fields that are texts. */
export function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded(;|$)/.test(type);
}

/** Whether each part of a body may have a media type of its own. */
export function mayBeMultipart(type: string): boolean {
  return /^(multipart\/|\*\/\*|application\/\*)/.test(type);
}

/** Whether each part of a body surely may have a media type of its own. */
export function isMultipart(type: string): boolean {
  return type.startsWith('multipart/');
}
