import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay, showMinute } from '#runtime/pages/show-day.ts';
import { catalogueOf, isVisible } from '../catalogue/catalogue.ts';
import { renderApiState } from '../pages/badge.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfReference } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readOperations } from './api-operations.ts';
import { pathOfDocument, callAddress } from './api-paths.ts';
import { chooseApplication } from './choose-application.ts';
import { renderTrail, type FoundVersion } from './find-version.ts';
import { renderAccess } from './render-access.ts';
import { renderHowToCall } from './render-how-to-call.ts';
import { renderDescription } from './render-markdown.ts';
import { renderChangesInBrief } from './show-changes.ts';
import { renderOperations } from './show-group.ts';

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

/** What the state of an API version means for its callers; nothing while it is simply published. */
function renderState(visit: StoreVisit, found: FoundVersion): Html | undefined {
  const { state, blockedUntil } = found.entry;
  if (state === 'created') return html`<p class="notice">${apiPage.notPublished}</p>`;
  if (state === 'blocked')
    return html`<p class="problem">
      ${blockedUntil === undefined ? apiPage.blocked : apiPage.blockedUntil(showMinute(blockedUntil))}
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

/** Only `https` and `http` become links. */
function renderLink(link: string): Html {
  const protocol = URL.parse(link)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return html`<code>${link}</code>`;
  return html`<a href="${new URL(link).href}" rel="nofollow noopener">${apiPage.deprecationPage}</a>`;
}

/** The successor by its title, if the reader sees it. */
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

/** The facts about an API version: where it is called, who owns it, its other versions, its document. */
function renderFacts({ portal }: StoreVisit, found: FoundVersion): Html {
  const { entry, api } = found;
  const { baseUrl, headers } = callAddress(portal.settings, entry);
  return html`<dl class="facts stacked">
    <dt>${apiPage.baseAddress}</dt>
    <dd><code>${baseUrl}</code></dd>
    ${headers.map(
      ([name, value]) =>
        html`<dt>${apiPage.versionHeader}</dt>
          <dd><code>${name}: ${value}</code></dd>`,
    )}
    ${renderFurther(entry, portal.settings.gatewayUrl)}
    <dt>${apiPage.keySets}</dt>
    <dd>${listKeySets(found).join(', ') || apiPage.noKeySets}</dd>
    <dt>${apiPage.owner}</dt>
    <dd><bdi>${cutText(api.owner, 200)}</bdi></dd>
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
    <dd>
      <a href="${pathOfReference(portal.addresses, entry)}">${texts.viewer.title}</a>, ${texts.viewer.hint}
    </dd>
  </dl>`;
}

/** Those that are going to end say so. */
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

/** The kinds of keys that calls of the version can be made with. */
function listKeySets({ api }: FoundVersion): readonly string[] {
  const names: readonly KeySetName[] = ['production', 'sandbox'];
  return names.filter((name) => api.endpoints[name]).map((name) => apiPage.keySet[name]);
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
