import { html, type Html } from '#runtime/pages/html.ts';
import type { ChosenApplication } from '../api-page/access/choose-application.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';

const { apiPage, tryIt } = texts;

/** More would make the page too large. */
const mostApplications = 200;

/** The choice of the application, and of its keys, that a call is sent with. */
export function renderApplicationFields(
  { portal }: StoreVisit,
  { key }: FoundVersion,
  { application: chosen, all, keySet }: ChosenApplication,
): Html {
  const { subscriptions } = portal.compiled.manifest;
  const ofApi = subscriptions.filter(({ api }) => api === key);
  const subscribed = new Set(ofApi.map(({ application }) => application));
  const textOf = (name: string) => (subscribed.has(name) ? name : `${name} (${tryIt.notSubscribed})`);
  return html`<div class="field">
      <label for="application">${tryIt.application}</label>
      <p class="hint" id="application-hint">${tryIt.applicationHint}</p>
      <select id="application" name="application" aria-describedby="application-hint" autocomplete="off">
        ${all
          .slice(0, mostApplications)
          .map(({ name }) => renderOption(name, textOf(name), name === chosen.name))}
      </select>
    </div>
    <div class="field">
      <label for="keys">${tryIt.keys}</label>
      <select id="keys" name="keys" autocomplete="off">
        ${(['production', 'sandbox'] as const).map((name) =>
          renderOption(name, apiPage.keySet[name], name === keySet),
        )}
      </select>
    </div>`;
}

function renderOption(value: string, text: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen ? html`selected=""` : undefined}>${text}</option>`;
}
