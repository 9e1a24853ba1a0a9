import type { ManifestApi } from '#compiled/manifest.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Policy } from '../call.ts';

/** Refuses calls of a retired or blocked API, and marks responses of a deprecated one. */
export const checkLifecycle: Policy = (call) => {
  const { manifest } = call.api;
  if (manifest.state === 'retired') return { code: 'api_retired' };
  if (manifest.state === 'blocked') return rejectBlocked(manifest, call.generation.clock());
  const { deprecationHeaders } = call.address ?? call.api;
  for (let index = 0; index < deprecationHeaders.length; index += 2)
    call.addHeader(deprecationHeaders[index] ?? '', deprecationHeaders[index + 1] ?? '');
  return undefined;
};

/**
 * Adds a Retry-After header (RFC 9110 section 10.2.3) if the end of the block is declared and in the future. `now` is
 * in milliseconds since 1970-01-01T00:00:00Z.
 */
function rejectBlocked({ blockedUntil = 0 }: ManifestApi, now: number): Rejection {
  const seconds = Math.ceil(blockedUntil - now / 1000);
  return { code: 'api_blocked', ...(seconds > 0 && { headers: { 'retry-after': String(seconds) } }) };
}
