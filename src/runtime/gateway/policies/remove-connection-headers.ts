import { isEndToEnd, connectionOptions } from '../upstream/header-roles.ts';
import { foldName } from '#compiled/header-fate.ts';
import type { Policy } from '../call.ts';

/**
 * Removes the headers that are for this connection only, so that later policies check exactly the headers that the
 * upstream receives. Refuses a request whose Connection header names an end-to-end field.
 */
export const removeConnectionHeaders: Policy = ({ request: { headers } }) => {
  const named = connectionOptions(headers.connection);
  if (!named) return undefined;
  for (const name of named) {
    if (isEndToEnd(foldName(name))) return { code: 'request_malformed' };
    delete headers[name];
  }
  return undefined;
};
