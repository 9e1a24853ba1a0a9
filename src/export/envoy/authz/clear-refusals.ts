import { clientStatusHeader } from '#compiled/answers/external-authorization.ts';
import { codeHeader, onResponse } from '../answers/change-response.ts';

/** The value of `codeHeader` for refusals of the endpoint for authorization. */
export const refusedCode = 'refused';

/** The filter that removes headers from refusals that the endpoint sends for Envoy only. */
export const clearRefusals = onResponse('refusals', codeHeader, refusedCode, [
  { remove: clientStatusHeader },
  { remove: 'x-envoy-upstream-service-time' },
  { remove: codeHeader },
]);
