import { html, type Html } from '#runtime/pages/html.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import type { CallProblem } from './send-call.ts';
import { subscribePath } from './subscribe-path.ts';

/** Why there is no response, and what to do. */
export function renderCallProblem(visit: StoreVisit, found: FoundVersion, problem: CallProblem): Html {
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
