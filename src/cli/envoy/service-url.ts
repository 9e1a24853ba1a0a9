import { CommandError } from '../command-error.ts';

/** Reads the URL of a service of Gatewright, without a slash at its end. Throws a CommandError. */
export function parseServiceUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/$/, '');
  throw new CommandError(`${JSON.stringify(text)} is not an absolute URL with the scheme http or https.`);
}
