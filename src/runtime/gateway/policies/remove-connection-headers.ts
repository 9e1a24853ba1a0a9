import { isEndToEnd, connectionOptions } from '../upstream/header-roles.ts';
import { foldName } from '#compiled/header-fate.ts';
import type { Policy } from '../call.ts';

/**
 * Removes the headers that are for this connection only before anything reads them, so that the checked headers are
 * those that the upstream receives. Refuses a request whose Connection header names a field that is for every
 * recipient.
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
