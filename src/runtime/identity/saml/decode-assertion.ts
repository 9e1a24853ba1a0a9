import { refuse } from './assertion-refused.ts';

/** An assertion that is larger than any form can bring is not even decoded. */
const largestAssertionBytes = 48 * 1024;

/** Decodes the parameter `assertion`: base64url without padding (RFC 7522 section 2.1) of UTF-8 text. */
export function decodeAssertion(sent: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(sent)) refuse('The assertion is not base64url without padding.');
  const bytes = Buffer.from(sent, 'base64url');
  if (bytes.length > largestAssertionBytes) refuse('The assertion is too large.');
  // Another length or stray bits at the end would be a second spelling of the same bytes.
  if (bytes.toString('base64url') !== sent) refuse('The assertion is not base64url without padding.');
  return decodeUtf8(bytes);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('The assertion is not UTF-8.');
  }
}
