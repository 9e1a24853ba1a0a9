import { randomBytes } from 'node:crypto';

/** A consumer key of 128 random bits. It does not begin with a hyphen: in a command it would be read as an option. */
export function newConsumerKey(): string {
  const key = randomBytes(16).toString('base64url');
  return key.startsWith('-') ? newConsumerKey() : key;
}
