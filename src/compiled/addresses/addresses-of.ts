import type { VersioningStyle } from '../settings/gateway-settings.ts';

/**
 * The addresses that the context and the version of an API give, each with its leading slash. `context` has none. Without
 * a version in it, an address leads to one that the call names, or to the latest one.
 */
export function mainAddresses(
  { context, version }: { readonly context: string; readonly version: string },
  style: VersioningStyle,
): readonly string[] {
  const versioned = `/${context}/${version}`;
  return style === 'url' ? [versioned] : [versioned, `/${context}`];
}

/** First segments of the addresses of the gateway itself, in lower case. */
export const reservedSegments: ReadonlySet<string> = new Set([
  'token',
  'authorize',
  'oauth2',
  'store',
  '.well-known',
  'health',
]);
