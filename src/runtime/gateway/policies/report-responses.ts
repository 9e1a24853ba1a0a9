import type { Policy } from '../call.ts';
import { ResponseObserver } from '../validation/response-observer.ts';

/** Observes the upstream's response if the API enables reports of undeclared responses. */
export const reportResponses: Policy = (call) => {
  const { validation, responses } = call.api.part;
  if (responses === 'off') return undefined;
  const plan = validation.responsePlan(call.operation);
  if (plan) call.observeAnswer = new ResponseObserver(plan, validation, call.operation, call.request.method);
  return undefined;
};
