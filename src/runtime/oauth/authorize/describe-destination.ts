import { texts } from '../../pages/texts.ts';

/** Where an answer goes, in words that a user can check: a host, or a program on the user's own device. */
export function describeDestination(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (hostname === '127.0.0.1' || hostname === '[::1]') return texts.consent.localProgram(host);
  return host === '' ? texts.consent.schemeProgram(protocol.slice(0, -1)) : host;
}
