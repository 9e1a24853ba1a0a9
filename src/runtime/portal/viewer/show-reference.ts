import type { CompiledApi } from '#compiled/compiled-api.ts';
import { textOfContract } from '#compiled/deferred-contract.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { readOperations } from '../api-page/api-operations.ts';
import { pathOfGroup, callAddress } from '../api-page/api-paths.ts';
import { chooseApplication } from '../api-page/choose-application.ts';
import { renderBreadcrumb, type FoundVersion } from '../api-page/find-version.ts';
import { renderApplicationFields, renderNoApplication } from '../console/render-call-form.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import {
  pathOfTry,
  pathOfApi,
  pathOfReference,
  type PortalAddresses,
  type NamedApi,
} from '../visit/paths.ts';
import { assetPath } from '../visit/portal-assets.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

const { viewer: viewerTexts } = texts;

/** Limited to bound the size of the page. */
const mostParts = 500;

/** Shows the reference viewer. The store sends its calls as an application of the reader. */
export function showReference(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { addresses } = visit.portal;
  const { entry, description } = found;
  const main = html`${renderBreadcrumb(visit, found, viewerTexts.title)}
    <div class="page-head">
      <h1>${viewerTexts.title}: <bdi>${description.title}</bdi> ${entry.version}</h1>
      <p class="lead">${viewerTexts.explanation}</p>
      <p><a href="${pathOfApi(addresses, entry)}#operations">${viewerTexts.operations}</a></p>
    </div>
    ${renderCaller(visit, found)} ${renderParts(visit, found)} ${renderViewer(visit, found)}`;
  const title = `${viewerTexts.title} – ${description.title} ${entry.version}`;
  const scripts = ['reference.js'];
  return { status: 200, page: { title, main, section: 'catalogue', scripts, hasViewer: true } };
}

/** The fields for choosing the application that the viewer sends calls as, or a link to sign in. */
function renderCaller(visit: StoreVisit, found: FoundVersion): Html {
  const { portal, user, csrf } = visit;
  const { path } = portal.addresses;
  const back = new URLSearchParams({ return: pathOfReference(portal.addresses, found.entry) });
  if (!user)
    return html`<p class="notice">
      <span
        ><a href="${path}/sign-in?${back.toString()}">${viewerTexts.signIn}</a>
        ${viewerTexts.signInExplanation}</span
      >
    </p>`;
  const chosen = chooseApplication(visit, found);
  if (!chosen) return renderNoApplication(visit);
  return html`<form class="form" id="caller" method="get">
    ${renderApplicationFields(visit, found, chosen)}
    <input type="hidden" name="csrf" value="${csrf}" disabled="" />
  </form>`;
}

/** The field for choosing a tag, if the document is too large to show at once. */
function renderParts({ portal, query }: StoreVisit, { entry, api }: FoundVersion): Html | undefined {
  if (!isShownInParts(api)) return undefined;
  const parts = listParts(api);
  const chosen = choosePart(query, parts);
  const option = (tag: string) =>
    html`<option value="${tag}" ${tag === chosen ? html`selected=""` : undefined}>
      ${tag === '' ? viewerTexts.otherOperations : cutText(tag, 100)}
    </option>`;
  return html`<form class="row" method="get" action="${pathOfReference(portal.addresses, entry)}">
    <div class="field">
      <label for="tag">${viewerTexts.parts}</label>
      <p class="hint" id="tag-hint">${viewerTexts.isLarge}</p>
      <select id="tag" name="tag" aria-describedby="tag-hint">
        ${parts.slice(0, mostParts).map(option)}
      </select>
    </div>
    <button class="quiet" type="submit">${viewerTexts.show}</button>
  </form>`;
}

function choosePart(query: URLSearchParams, parts: readonly string[]): string {
  const wanted = query.get('tag');
  return parts.find((tag) => tag === wanted) ?? parts[0] ?? '';
}

/** The element that the viewer's script fills, with the data that it needs, and a note for browsers without scripts. */
function renderViewer({ portal, query, user }: StoreVisit, { entry, api }: FoundVersion): Html {
  const { addresses, settings } = portal;
  const tag = isShownInParts(api) ? choosePart(query, listParts(api)) : undefined;
  return html`<noscript
      ><p class="notice">
        ${viewerTexts.noscript}
        <a href="${pathOfGroup(addresses, entry, undefined)}">${viewerTexts.operations}</a>
      </p></noscript
    >
    <p id="viewer-state" role="status"></p>
    <div
      id="viewer"
      data-viewer="${assetPath(portal, 'viewer.js')}"
      data-document="${pathOfViewerDocument(addresses, entry, tag)}"
      data-send="${user ? pathOfTry(addresses, entry) : ''}"
      data-base="${callAddress(settings, entry).baseUrl}"
      data-loading="${viewerTexts.loading}"
      data-failed="${viewerTexts.failed}"
      data-signed-out="${viewerTexts.signedOut}"
      data-not-of-api="${viewerTexts.notOfApi}"
    ></div>`;
}

/** In UTF-16 code units of JSON; a larger document makes browsers slow. */
const largestDocument = 2_000_000;

/** Whether the viewer shows an API one tag at a time. */
export function isShownInParts(api: CompiledApi): boolean {
  return textOfContract(api).length > largestDocument && readOperations(api).groups.length > 1;
}

/** The tags of an API; an empty text stands for operations without a tag. */
function listParts(api: CompiledApi): readonly string[] {
  return readOperations(api).groups.map(({ tag }) => tag ?? '');
}

/** The path of the document for the viewer: the whole document, or the operations of one tag. */
function pathOfViewerDocument(addresses: PortalAddresses, api: NamedApi, tag: string | undefined): string {
  const query = tag === undefined ? '' : `?${new URLSearchParams({ tag }).toString()}`;
  return `${pathOfReference(addresses, api)}/document${query}`;
}
