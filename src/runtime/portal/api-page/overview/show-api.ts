import { html } from '#runtime/pages/html.ts';
import { renderApiState } from '../../pages/badge.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { renderAccess } from '../access/render-access.ts';
import { chooseApplication } from '../access/choose-application.ts';
import { readOperations } from '../api-operations.ts';
import { renderChangesInBrief } from '../changes/render-changes-in-brief.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderOperations } from '../operations/render-operations.ts';
import { renderDescription } from '../render-description.ts';
import { renderTrail } from '../render-trail.ts';
import { renderHowToCall } from './render-how-to-call.ts';
import { renderFacts, renderVersions } from './render-facts.ts';
import { renderState } from './render-state.ts';

const { apiPage } = texts;

/** Shows an API version: what it is for, how to call it, its operations and what has changed. */
export function showApi(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { entry, api, description } = found;
  const operations = readOperations(api);
  const chosen = chooseApplication(visit, found);
  const main = html`${renderTrail(visit, found)}
    <div class="page-head">
      <div class="row">
        <h1><bdi>${description.title}</bdi></h1>
        ${renderApiState(entry.state)}
      </div>
      <p class="quiet"><code>${api.name}</code> ${apiPage.version} ${entry.version}</p>
    </div>
    ${renderState(visit, found)}
    <div class="with-aside end">
      <div class="stack">
        <section class="stack tight" aria-labelledby="purpose">
          <h2 id="purpose">${apiPage.purpose}</h2>
          ${
            renderDescription(description.description, { topHeading: 3, maxLength: 20_000 }) ??
            html`<p class="quiet">${apiPage.noPurpose}</p>`
          }
        </section>
        ${renderAccess(visit, found, chosen)} ${renderHowToCall(visit, found, operations, chosen)}
        ${renderOperations(visit, found, operations)} ${renderChangesInBrief(visit, found)}
      </div>
      <div class="stack">${renderFacts(visit, found)} ${renderVersions(visit, found)}</div>
    </div>`;
  const title = `${description.title} ${entry.version}`;
  return { status: 200, page: { title, main, section: 'catalogue', scripts: ['copy-code.js'] } };
}
