import { codeHeader, onResponse } from '../listener/change-response.ts';

/** The code of refusals of the endpoint for authorization. */
export const refusedCode = 'refused';

/** In which header the endpoint sends the status that is for the client. */
export const statusHeader = 'gatewright-status';

/** The filter that removes from refusals what the endpoint says to Envoy alone. */
export const clearRefusals = onResponse('refusals', codeHeader, refusedCode, [
  { remove: statusHeader },
  { remove: 'x-envoy-upstream-service-time' },
  { remove: codeHeader },
]);
