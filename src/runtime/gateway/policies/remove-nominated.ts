import { foldName } from '../fold-name.ts';
import type { Policy } from '../call.ts';
import { namedByConnection } from '../named-by-connection.ts';

/** Fields that are for every recipient, and so are never for one connection (RFC 9110 section 7.6.1). */
const endToEnd =
  /^(?:accept|access-control|content|if|sec-fetch|x-forwarded)-|^(?:accept|api-version|authorization|baggage|cache-control|cookie|date|expect|forwarded|from|host|idempotency-key|max-forwards|origin|pragma|prefer|priority|range|referer|traceparent|tracestate|transfer-encoding|user-agent|via|x-real-ip|x-request-id)$/;

/**
 * Removes the headers that are for this connection alone before anything looks at them, so that what is checked is what
 * the upstream receives. Refuses a request whose Connection header names a field that is for every recipient.
 */
export const removeNominated: Policy = ({ request: { headers } }) => {
  const named = namedByConnection(headers.connection);
  if (!named) return undefined;
  for (const name of named) {
    if (endToEnd.test(foldName(name))) return { code: 'request_malformed' };
    delete headers[name];
  }
  return undefined;
};
