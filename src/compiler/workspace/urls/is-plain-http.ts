import { isLoopbackUrl } from './normalise-url.ts';

/** Whether a call to a URL leaves this machine without encryption. */
export function isPlainHttp(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopbackUrl(url);
}
