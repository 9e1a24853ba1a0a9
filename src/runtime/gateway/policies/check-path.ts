import type { Policy } from '../call.ts';
import { isPassablePath, isSafePath } from '../route/is-safe-path.ts';

/**
 * Refuses a path that the upstream could read as another one than the one that the gateway authorises, and a query that
 * it could cut off at a fragment, which no target has (RFC 9112 section 3.2).
 */
export const checkPath: Policy = (call) => {
  const { path, query } = call.target;
  if (query.includes('#')) return { code: 'path_malformed' };
  if (isSafePath(path)) return undefined;
  if (!isPassablePath(path)) return { code: 'path_malformed' };
  call.hasEscapedSeparator = true;
  return undefined;
};

/** Refuses paths that only some APIs accept, once the called API is known. */
export const checkPathEncoding: Policy = ({ hasEscapedSeparator, api }) =>
  hasEscapedSeparator && api.part.api.pathEncoding === 'strict' ? { code: 'path_malformed' } : undefined;
