import type { Direction } from '../../../keywords/facts/schema-fact.ts';
import type { ContractMedia } from '../read-bodies.ts';

/** The bodies of one media type in both documents. */
export interface MediaPair {
  readonly type: string;
  readonly old: ContractMedia;
  readonly now: ContractMedia;
  readonly direction: Direction;
}

/** Whether a body is a URL-encoded form, whose fields are texts. */
export function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded(;|$)/.test(type);
}

/** Whether a media type is or includes `multipart`, whose parts have media types of their own. */
export function mayBeMultipart(type: string): boolean {
  return /^(multipart\/|\*\/\*|application\/\*)/.test(type);
}

/** Whether a media type is `multipart`, whose parts have media types of their own. */
export function isMultipart(type: string): boolean {
  return type.startsWith('multipart/');
}
