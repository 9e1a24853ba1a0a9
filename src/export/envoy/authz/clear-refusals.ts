import { clientStatusHeader } from '#compiled/answers/external-authorization.ts';
import { codeHeader, onResponse } from '../answers/change-response.ts';

/** The code of refusals of the endpoint for authorization. */
export const refusedCode = 'refused';

/** The filter that removes from refusals what the endpoint says to Envoy alone. */
export const clearRefusals = onResponse('refusals', codeHeader, refusedCode, [
  { remove: clientStatusHeader },
  { remove: 'x-envoy-upstream-service-time' },
  { remove: codeHeader },
]);
