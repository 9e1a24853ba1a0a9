import type { Policy } from '../call.ts';
import { isSafePath } from '../is-safe-path.ts';

/**
 * Refuses a path that the upstream could read as another one than the one that the gateway authorises, and a query that
 * it could cut off at a fragment, which no target has (RFC 9112 section 3.2).
 */
export const checkPath: Policy = ({ target }) =>
  isSafePath(target.path) && !target.query.includes('#') ? undefined : { code: 'path_malformed' };
