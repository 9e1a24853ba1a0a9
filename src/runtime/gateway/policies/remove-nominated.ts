import { isForEveryRecipient, foldName, namedByConnection } from '../upstream/header-roles.ts';
import type { Policy } from '../call.ts';

/**
 * Removes the headers that are for this connection alone before anything looks at them, so that what is checked is what
 * the upstream receives. Refuses a request whose Connection header names a field that is for every recipient.
 */
export const removeNominated: Policy = ({ request: { headers } }) => {
  const named = namedByConnection(headers.connection);
  if (!named) return undefined;
  for (const name of named) {
    if (isForEveryRecipient(foldName(name))) return { code: 'request_malformed' };
    delete headers[name];
  }
  return undefined;
};
