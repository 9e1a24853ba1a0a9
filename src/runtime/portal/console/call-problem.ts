import { html, type Html } from '#runtime/pages/html.ts';
import type { ConsoleProblem } from '#runtime/ports/console-calls.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** Explains why there is no response, and what to do. */
export function renderCallProblem(visit: StoreVisit, found: FoundVersion, problem: ConsoleProblem): Html {
  const { title, explanation } = texts.tryIt.problems[problem];
  const link =
    problem === 'not_subscribed'
      ? html`<p><a href="${subscribePath(visit, found)}">${texts.tryIt.subscribe}</a></p>`
      : undefined;
  return html`<div class="problem" role="alert">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${link}
    <p class="small">${texts.layout.code}: <code>${problem}</code></p>
  </div>`;
}

/** The path of the form that requests a subscription for the chosen application. */
function subscribePath({ portal, form }: StoreVisit, { key }: FoundVersion): string {
  return pathOfForm(portal.addresses, 'subscribe', { api: key, application: form.get('application') ?? '' });
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
