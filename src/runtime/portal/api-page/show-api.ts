import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { describeMinute, renderDay } from '#runtime/pages/show-day.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { catalogueOf, isVisible } from '../catalogue/catalogue.ts';
import { takesSubscriptions } from '../catalogue/takes-subscriptions.ts';
import { renderApiState } from '../pages/badge.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { readLastChangeSoon } from '../status/read-last-change.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { listOwnOpen, renderOwnOpen } from '../proposals/waiting/own-open-proposals.ts';
import { readStatusSoon, type ApiStatus } from '../status/read-status.ts';
import { renderStatus } from '../status/render-status.ts';
import { nameTier } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfGuide, pathOfForm, pathOfSignIn, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readOperations, type ApiOperations } from './api-operations.ts';
import { pathOfChanges, pathOfDocument, callAddress } from './api-paths.ts';
import { chooseApplication, keySetsOf, type ChosenApplication } from './choose-application.ts';
import { renderDocumentFacts, renderTiers } from './document-facts.ts';
import { feedOf, renderBreadcrumb, type FoundVersion } from './find-version.ts';
import { renderHowToCall } from './render-how-to-call.ts';
import { renderDescription } from './render-markdown.ts';
import { rememberLanguage } from './samples/sample-languages.ts';
import { referencePaths } from './reference/reference-paths.ts';
import { renderWebhooks } from './reference/show-calls-of-api.ts';
import { renderStart } from './render-start.ts';
import { readSearch, renderSearchForm, renderSearchResults } from './search-reference.ts';
import { renderChangesInBrief } from './show-changes.ts';
import { renderOperations, type OperationSearch } from './show-group.ts';
import { findCallGaps, findScopeGap, type CallGap } from '../applications/application-gaps.ts';

const { access, keySet: keySetTexts } = texts.apiPage;

const { apiPage } = texts;

/** Shows an API version: its purpose, how to call it, its operations and its changes. */
export async function showApi(visit: StoreVisit, found: FoundVersion): Promise<StoreAnswer> {
  const { entry, api, description } = found;
  const operations = readOperations(api);
  const chosen = chooseApplication(visit, found);
  const { portal } = visit;
  const [status, changedAt, open] = await Promise.all([
    readStatusSoon(portal, entry, api),
    readLastChangeSoon(portal, entry),
    listOwnOpen(visit),
  ]);
  const waiting = open.filter(({ apis }) => apis.includes(found.key));
  const main = html`${renderBreadcrumb(visit, found)}
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
          ${renderStart(visit, found, operations)}
        </section>
        ${renderGuides(visit, found)} ${renderAccess(visit, found, chosen, waiting)}
        ${renderHowToCall(visit, found, operations, chosen)}
        ${renderOperations(visit, found, operations, searchIn(visit, found, operations))}
        ${renderWebhooks(operations.document, referencePaths(visit.portal.addresses, entry))}
        ${renderChangesInBrief(visit, found)}
      </div>
      <div class="stack">
        ${renderFacts(visit, found, { status, changedAt })} ${renderVersions(visit, found)}
      </div>
    </div>`;
  const title = `${description.title} ${entry.version}`;
  const page = {
    title,
    main,
    section: 'catalogue',
    scripts: ['copy-code.js'],
    ...feedOf(visit, found),
  } as const;
  return { status: 200, page, ...rememberLanguage(visit) };
}

/** Links to the guides of an API version; undefined if it has none. */
function renderGuides({ portal }: StoreVisit, { entry, api }: FoundVersion): Html | undefined {
  const { guides = [] } = api;
  if (guides.length === 0) return undefined;
  return html`<section class="stack tight" aria-labelledby="guides">
    <h2 id="guides">${texts.guides.title}</h2>
    <ul class="entries">
      ${guides.map(
        ({ name, title }) =>
          html`<li>
            <a href="${pathOfGuide(portal.addresses, name, entry)}"><bdi>${title}</bdi></a>
          </li>`,
      )}
    </ul>
  </section>`;
}

function searchIn(visit: StoreVisit, found: FoundVersion, operations: ApiOperations): OperationSearch {
  const isSearched = readSearch(visit) !== '';
  return {
    form: renderSearchForm(visit, found),
    results: isSearched ? renderSearchResults(visit, found, operations) : undefined,
  };
}

/** What the state of an API version means for its callers; undefined if it is published without a deprecation. */
function renderState(visit: StoreVisit, found: FoundVersion): Html | undefined {
  const { state, blockedUntil } = found.entry;
  if (state === 'created') return html`<p class="notice">${apiPage.notPublished}</p>`;
  if (state === 'blocked')
    return html`<p class="problem">
      ${blockedUntil === undefined ? apiPage.blocked : apiPage.blockedUntil(describeMinute(blockedUntil))}
    </p>`;
  const notice = [...describeDeprecation(visit, found)];
  if (state === 'retired')
    return html`<div class="problem">
      <p>${apiPage.wasRetired}</p>
      ${notice}
    </div>`;
  return notice.length > 0 ? html`<div class="warning">${notice}</div>` : undefined;
}

function* describeDeprecation(visit: StoreVisit, { entry }: FoundVersion): Generator<Html> {
  const { deprecation, state } = entry;
  if (!deprecation) return;
  const { since, sunset, link, successor } = deprecation;
  yield html`<p>
    ${apiPage.since} ${renderDay(since)}.
    ${sunset === undefined || state === 'retired' ? undefined : html`${apiPage.mayBeRetired} ${renderDay(sunset)}.`}
  </p>`;
  if (successor !== undefined) yield renderSuccessor(visit, successor);
  if (link !== undefined) yield html`<p>${renderLink(link)}</p>`;
}

/** A link for `https` and `http`, and text for any other scheme. */
function renderLink(link: string): Html {
  const protocol = URL.parse(link)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return html`<code>${link}</code>`;
  return html`<a href="${new URL(link).href}" rel="nofollow noopener">${apiPage.deprecationPage}</a>`;
}

/** The successor with a link and its title if the reader may see it, or else its name. */
function renderSuccessor({ portal, user }: StoreVisit, successor: string): Html {
  const [context = '', version = ''] = successor.split('/');
  const found = catalogueOf(portal)
    .find(context)
    ?.versions.find(({ entry }) => entry.version === version);
  if (!found || !isVisible(found, user)) return html`<p>${apiPage.moveTo} <code>${successor}</code>.</p>`;
  return html`<p>
    ${apiPage.moveTo}
    <a href="${pathOfApi(portal.addresses, found.entry)}"
      ><bdi>${cutText(found.description.title, 150)}</bdi> ${version}</a
    >.
  </p>`;
}

/** What changes without a change of the table. */
interface CurrentFacts {
  readonly status: ApiStatus | undefined;
  readonly changedAt: Seconds | undefined;
}

/** The facts about an API version: its status, last change, URLs, key sets, owner, limits and document. */
function renderFacts({ portal }: StoreVisit, found: FoundVersion, { status, changedAt }: CurrentFacts): Html {
  const { entry, api } = found;
  const { baseUrl, headers } = callAddress(portal.settings, entry);
  return html`<dl class="facts stacked">
    ${
      status &&
      html`<dt>${texts.status.title}</dt>
        <dd>${renderStatus(status)}</dd>`
    }
    ${changedAt === undefined ? undefined : renderLastChange(portal.addresses, found, changedAt)}
    <dt>${apiPage.baseAddress}</dt>
    <dd><code>${baseUrl}</code></dd>
    ${headers.map(
      ([name, value]) =>
        html`<dt>${apiPage.versionHeader}</dt>
          <dd><code>${name}: ${value}</code></dd>`,
    )}
    ${renderFurther(entry, portal.settings.gatewayUrl)}
    <dt>${apiPage.keySets}</dt>
    <dd>${describeKeySets(found)}</dd>
    <dt>${apiPage.owner}</dt>
    <dd><bdi>${cutText(portal.nameOwner(api.owner), 200)}</bdi></dd>
    ${renderTiers(portal)} ${renderDocumentFacts(api)}
    ${
      api.limit &&
      html`<dt>${apiPage.limit}</dt>
        <dd>${apiPage.limitOf(api.limit.requests, api.limit.unit)}</dd>`
    }
    ${
      api.addressLimit &&
      html`<dt>${apiPage.addressLimit}</dt>
        <dd>${apiPage.limitOf(api.addressLimit.requests, api.addressLimit.unit)}</dd>`
    }
    <dt>${apiPage.documents}</dt>
    <dd>
      <a
        href="${pathOfDocument(portal.addresses, entry)}"
        download="${`${entry.context}-${entry.version}.json`}"
        >${apiPage.document}</a
      >, ${apiPage.documentHint}
    </dd>
  </dl>`;
}

/** The day of the last change, with a link to all changes since the previous version, if there is one. */
function renderLastChange(
  addresses: PortalAddresses,
  { entry, older }: FoundVersion,
  changedAt: Seconds,
): Html {
  const { version } = older?.entry ?? {};
  return html`<dt>${apiPage.lastChange}</dt>
    <dd>${renderDay(changedAt)}</dd>
    ${version && html`<dd><a href="${pathOfChanges(addresses, entry)}">${apiPage.changes.title(version)}</a></dd>`}`;
}

/** Further addresses of the version, with a note on deprecated addresses. */
function renderFurther({ alsoAt }: ManifestApi, gatewayUrl: string): Html | undefined {
  return (
    alsoAt &&
    html`<dt>${apiPage.furtherAddresses}</dt>
      ${alsoAt.map(
        ({ path, deprecation }) =>
          html`<dd><code>${gatewayUrl}${path}</code>${deprecation && ` (${apiPage.deprecatedAddress})`}</dd>`,
      )}`
  );
}

/** The key sets that calls of the version can use. */
function describeKeySets({ api }: FoundVersion): string {
  const all: readonly KeySetName[] = ['production', 'sandbox'];
  const names = all.filter((name) => api.endpoints[name]).map((name) => apiPage.keySet[name]);
  return names.length === 0 ? apiPage.noKeySets : apiPage.keySetNames(names);
}

/** All versions of the API, the newest first. */
function renderVersions({ portal }: StoreVisit, { versions, entry: current }: FoundVersion): Html {
  const { shown } = renderWithin(
    versions,
    8000,
    ({ entry }) =>
      html`<li class="row">
        ${
          entry === current
            ? html`<strong aria-current="page">${entry.version}</strong>`
            : html`<a href="${pathOfApi(portal.addresses, entry)}">${entry.version}</a>`
        }
        ${renderApiState(entry.state)}
      </li>`,
  );
  return html`<section class="stack tight" aria-labelledby="versions">
    <h2 id="versions">${apiPage.versions}</h2>
    <ul class="stack tight plain">
      ${shown}
    </ul>
  </section>`;
}

/** Whether the reader can call an API version with their application, and otherwise what is missing. */
function renderAccess(
  visit: StoreVisit,
  found: FoundVersion,
  chosen: ChosenApplication | undefined,
  waiting: readonly Proposal[],
): Html {
  return html`<section class="card" aria-labelledby="access">
    <h2 id="access">${access.title}</h2>
    ${renderOwnOpen(visit, waiting)}
    ${visit.user ? renderOwn(visit, found, chosen) : renderSignIn(visit, found)}
  </section>`;
}

function renderSignIn({ portal }: StoreVisit, { entry, api }: FoundVersion): Html {
  const signIn = pathOfSignIn(portal.addresses, pathOfApi(portal.addresses, entry));
  const isOpen = takesSubscriptions(entry);
  const hasPublic = api.operations.some((operation) => operation.access === 'public');
  return html`<p>
      ${isOpen ? access.newcomer : access.closed} ${hasPublic ? access.newcomerPublic : undefined}
    </p>
    <p>
      <a href="${signIn}">${access.signIn}</a>
      ${isOpen ? access.signInExplanation : access.signInClosed}
    </p>`;
}

function renderOwn(visit: StoreVisit, found: FoundVersion, chosen: ChosenApplication | undefined): Html {
  const { addresses } = visit.portal;
  if (!chosen) return renderNoApplication(addresses, found);
  const gaps = findCallGaps(chosen, found);
  return html`${renderChoice(visit, found, chosen)}
  ${gaps.length === 0 ? renderReady(visit.portal, chosen) : gaps.map((gap) => renderGap(gap, visit, found, chosen))}
  ${gaps.length === 0 ? renderScopeGap(visit, found, chosen) : undefined}`;
}

/** The form for a new application adds a subscription to the version too, if it takes any. */
function renderNoApplication(addresses: PortalAddresses, { key, entry }: FoundVersion): Html {
  if (!takesSubscriptions(entry)) return html`<p>${access.closed}</p>`;
  return html`<p>${access.noApplication}</p>
    <p>
      <a class="button" href="${pathOfForm(addresses, 'application', { api: key })}"
        >${access.newApplication}</a
      >
    </p>`;
}

/** A form for choosing the application; it reloads the page with GET, so it needs no script and changes nothing. */
function renderChoice(
  { portal }: StoreVisit,
  { entry, api }: FoundVersion,
  { application, all, keySet }: ChosenApplication,
): Html {
  // The one that the address names is offered, too, so that the page does not show another one as chosen.
  const offered = new Set([...keySetsOf(api), keySet]);
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
        ${[...offered].map((name) => option(name, keySetTexts[name], name === keySet))}
      </select>
    </div>
    <button class="quiet" type="submit">${access.show}</button>
  </form>`;
}

function renderReady({ tiers }: Portal, { application, subscription }: ChosenApplication): Html {
  const tier = tiers.get(subscription?.tier ?? '');
  const named = tier ? nameTier(tier) : (subscription?.tier ?? '');
  return html`<p class="success">${access.ready(application.name, named)}</p>`;
}

function renderGap(
  gap: CallGap,
  { portal }: StoreVisit,
  { key, entry }: FoundVersion,
  { application }: ChosenApplication,
): Html {
  const isClosed = gap === 'subscription' && !takesSubscriptions(entry);
  const form = isClosed ? undefined : formFor(gap, key, application.name);
  return html`<div class="notice">
    <p>${access.missing[gap]} ${isClosed ? access.closed : undefined}</p>
    ${form && html`<p><a href="${portal.addresses.path}/${form.path}">${form.text}</a></p>`}
  </div>`;
}

/** The form that proposes what is missing; undefined if no form helps. */
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
  const path = `applications/${encodeURIComponent(chosen.application.name)}`;
  return html`<div class="notice">
    <p>${access.missingScope(cutText(lacking.scopes.join(', '), 1000))} ${access.changeSubscription}</p>
    <p><a href="${portal.addresses.path}/${path}">${access.toApplication}</a></p>
  </div>`;
}
