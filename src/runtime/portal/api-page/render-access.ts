import { html, type Html } from '#runtime/pages/html.ts';
import { findCallGaps, findScopeGap, type CallGap } from '../applications/application-gaps.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, pathOfApi } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ChosenApplication } from './choose-application.ts';
import type { FoundVersion } from './find-version.ts';

const { access, keySet: keySetTexts } = texts.apiPage;

/** Whether the reader can call an API version with their application, and what is missing otherwise. */
export function renderAccess(
  visit: StoreVisit,
  found: FoundVersion,
  chosen: ChosenApplication | undefined,
): Html {
  return html`<section class="card" aria-labelledby="access">
    <h2 id="access">${access.title}</h2>
    ${visit.user ? renderOwn(visit, found, chosen) : renderSignIn(visit, found)}
  </section>`;
}

function renderSignIn({ portal }: StoreVisit, { entry }: FoundVersion): Html {
  const { path } = portal.addresses;
  const back = new URLSearchParams({ return: pathOfApi(portal.addresses, entry) });
  return html`<p>
    <a href="${path}/sign-in?${back.toString()}">${access.signIn}</a> ${access.signInExplanation}
  </p>`;
}

function renderOwn(visit: StoreVisit, found: FoundVersion, chosen: ChosenApplication | undefined): Html {
  const { addresses } = visit.portal;
  if (!chosen)
    return html`<p>${access.noApplication}</p>
      <p><a class="button" href="${pathOfForm(addresses, 'application')}">${access.newApplication}</a></p>`;
  const gaps = findCallGaps(chosen, found);
  return html`${renderChoice(visit, found, chosen)}
  ${gaps.length === 0 ? renderReady(chosen) : gaps.map((gap) => renderGap(gap, visit, found, chosen))}
  ${gaps.length === 0 ? renderScopeGap(visit, found, chosen) : undefined}`;
}

/** A form that only loads the page again, so it needs no script and changes nothing. */
function renderChoice(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { application, all, keySet }: ChosenApplication,
): Html {
  const option = (value: string, text: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen ? html`selected=""` : undefined}>${text}</option>`;
  return html`<form class="row" method="get" action="${pathOfApi(portal.addresses, entry)}#access">
    <div class="field">
      <label for="application">${access.choose}</label>
      <select id="application" name="application">
        ${all.slice(0, 200).map(({ name }) => option(name, name, name === application.name))}
      </select>
    </div>
    <div class="field">
      <label for="keys">${access.chooseKeys}</label>
      <select id="keys" name="keys">
        ${(['production', 'sandbox'] as const).map((name) => option(name, keySetTexts[name], name === keySet))}
      </select>
    </div>
    <button class="quiet" type="submit">${access.show}</button>
  </form>`;
}

function renderReady({ application, subscription }: ChosenApplication): Html {
  return html`<p class="success">${access.ready(application.name, subscription?.tier ?? '')}</p>`;
}

function renderGap(
  gap: CallGap,
  { portal }: StoreVisit,
  { key, entry }: FoundVersion,
  { application }: ChosenApplication,
): Html {
  const isClosed = gap === 'subscription' && entry.state === 'deprecated';
  const form = isClosed ? undefined : formFor(gap, key, application.name);
  return html`<div class="notice">
    <p>${access.missing[gap]} ${isClosed ? access.closed : undefined}</p>
    ${form && html`<p><a href="${portal.addresses.path}/${form.path}">${form.text}</a></p>`}
  </div>`;
}

/** The form that proposes what is missing; undefined where a form does not help. */
function formFor(
  gap: CallGap,
  api: string,
  application: string,
): { readonly path: string; readonly text: string } | undefined {
  if (gap === 'subscription') return { path: subscribePath(api, application), text: access.subscribe };
  const own = `applications/${encodeURIComponent(application)}`;
  if (gap === 'keys') return { path: own, text: access.addKeys };
  return gap === 'grants' || gap === 'callback' ? { path: own, text: access.changeApplication } : undefined;
}

function subscribePath(api: string, application: string): string {
  return `proposals/new/subscribe?${new URLSearchParams({ api, application }).toString()}`;
}

function renderScopeGap(
  { portal }: StoreVisit,
  found: FoundVersion,
  chosen: ChosenApplication,
): Html | undefined {
  const lacking = findScopeGap(found, chosen.subscription);
  if (!lacking) return undefined;
  const path = subscribePath(found.key, chosen.application.name);
  return html`<div class="notice">
    <p>${access.missingScope(cutText(lacking.scopes.join(', '), 1000))}</p>
    <p><a href="${portal.addresses.path}/${path}">${access.changeSubscription}</a></p>
  </div>`;
}
