import type { Policy } from '../call.ts';

/** Refuses calls of an API that is retired for good, or blocked for now; tells those of one that is deprecated. */
export const checkLifecycle: Policy = (call) => {
  const { manifest, deprecationHeaders } = call.api;
  if (manifest.state === 'retired') return { code: 'api_retired' };
  if (manifest.state === 'blocked') return { code: 'api_blocked' };
  for (let index = 0; index < deprecationHeaders.length; index += 2)
    call.addHeader(deprecationHeaders[index] ?? '', deprecationHeaders[index + 1] ?? '');
  return undefined;
};
