import { html, type Html } from '#runtime/pages/html.ts';
import type { ConsoleProblem } from '#runtime/ports/console-calls.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { isKeySet } from './send-call.ts';

/** Explains why there is no response, and what to do. */
export function renderCallProblem(visit: StoreVisit, found: FoundVersion, problem: ConsoleProblem): Html {
  const { title, explanation } = texts.tryIt.problems[problem];
  return html`<div class="problem" role="alert">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${renderRemedy(visit, found, problem)}
    <p class="small">${texts.layout.code}: <code>${problem}</code></p>
  </div>`;
}

/** A link to the form that proposes what the chosen application lacks. */
function renderRemedy(
  { portal, form }: StoreVisit,
  { key }: FoundVersion,
  problem: ConsoleProblem,
): Html | undefined {
  const application = form.get('application') ?? '';
  const keys = form.get('keys');
  if (problem === 'not_subscribed') {
    const path = pathOfForm(portal.addresses, 'subscribe', { api: key, application });
    return html`<p><a href="${path}">${texts.tryIt.subscribe}</a></p>`;
  }
  if (problem !== 'key_set_missing' || !isKeySet(keys)) return undefined;
  const path = pathOfForm(portal.addresses, 'keys', { application, keys });
  return html`<p><a href="${path}">${texts.tryIt.addKeys}</a></p>`;
}

const statuses: Readonly<Partial<Record<ConsoleProblem, number>>> = {
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

/** The status of the store's response that shows a problem. */
export function problemStatus(problem: ConsoleProblem): number {
  return statuses[problem] ?? 400;
}
