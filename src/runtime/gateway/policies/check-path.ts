import type { Policy } from '../call.ts';
import { isSafePath } from '../is-safe-path.ts';

/** Refuses a path that the upstream could read as another one than the one that the gateway authorises. */
export const checkPath: Policy = ({ target }) =>
  isSafePath(target.path) ? undefined : { code: 'path_malformed' };
