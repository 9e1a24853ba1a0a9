import type { CallProblem } from './send-call.ts';

const statuses: Readonly<Partial<Record<CallProblem, number>>> = {
  gateway_starting: 503,
  application_unknown: 403,
  key_set_missing: 403,
  api_unknown: 404,
  not_subscribed: 403,
  sandbox_not_public: 403,
  user_not_allowed: 403,
  request_too_large: 413,
  too_many_calls: 429,
  no_response: 504,
};

/** The status of the answer of the store that shows a problem. */
export function problemStatus(problem: CallProblem): number {
  return statuses[problem] ?? 400;
}
