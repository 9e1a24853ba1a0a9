import type { Policy } from '../call.ts';

/** Refuses calls of an API that is retired for good, or blocked for now. */
export const checkLifecycle: Policy = ({ api }) => {
  if (api.manifest.state === 'retired') return { code: 'api_retired' };
  if (api.manifest.state === 'blocked') return { code: 'api_blocked' };
  return undefined;
};
