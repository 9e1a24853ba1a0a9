import { randomBytes } from 'node:crypto';

/** Tells the threads and the starts of gateways apart. */
const prefix = randomBytes(9).toString('base64url');

let count = 0;

/** A name for a request that no other one has. It may be guessed: nothing can be had for it. */
export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count}`;
}
