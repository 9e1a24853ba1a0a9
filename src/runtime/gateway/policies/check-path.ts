import type { Policy } from '../call.ts';
import { isPassablePath, isSafePath } from '../route/is-safe-path.ts';

/**
 * Refuses a path that the upstream could read as a different one than the gateway authorises. Also refuses a `#` in the
 * query, where the upstream could cut it off: a request target has no fragment (RFC 9112 section 3.2).
 */
export const checkPath: Policy = (call) => {
  const { path, query } = call.target;
  if (query.includes('#')) return { code: 'path_malformed' };
  if (isSafePath(path)) return undefined;
  if (!isPassablePath(path)) return { code: 'path_malformed' };
  call.hasEscapedSeparator = true;
  return undefined;
};

/** Refuses a path with escaped separators if the called API, which is known by now, does not accept them. */
export const checkPathEncoding: Policy = ({ hasEscapedSeparator, api }) =>
  hasEscapedSeparator && api.part.api.pathEncoding === 'strict' ? { code: 'path_malformed' } : undefined;
