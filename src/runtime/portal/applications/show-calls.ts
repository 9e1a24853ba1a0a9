import { errorCodes } from '#compiled/answers/error-codes.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { showSecond } from '#runtime/pages/show-day.ts';
import type { RecentCall } from '#runtime/ports/access-log.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { pathOfError, type PortalAddresses } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { ownApplications, pathOfApplication, pathOfCalls } from './owned-applications.ts';

const labels = texts.applications;
const { calls: callTexts } = labels;

/** Shows the last calls of an application of the reader, or the one whose request ID is in the URL. */
export async function showCalls(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, parameters, query } = visit;
  const [own] = ownApplications(visit, parameters['application']);
  if (!own) return showStoreProblem(portal, 'page_unknown');
  const { name, keySets } = own.application;
  const id = (query.get('id') ?? '').trim();
  const calls = await portal.services
    .readRecentCalls(keySets.map(({ consumerKey }) => consumerKey))
    .catch(() => undefined);
  const main = html`${renderHead(portal.addresses, name)}
    <form class="row" method="get">
      <div class="field">
        <label for="id">${callTexts.search}</label>
        <input
          id="id"
          name="id"
          type="text"
          value="${id}"
          maxlength="128"
          autocomplete="off"
          spellcheck="false"
        />
      </div>
      <button class="quiet" type="submit">${callTexts.find}</button>
    </form>
    ${calls ? renderCalls(portal.addresses, name, calls, id) : html`<p class="notice">${callTexts.unavailable}</p>`}`;
  const title = `${callTexts.title} – ${name}`;
  return { status: calls ? 200 : 503, page: { title, main, section: 'applications' } };
}

function renderHead(addresses: PortalAddresses, name: string): Html {
  return html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${addresses.path}/applications">${labels.title}</a></li>
        <li>
          <a href="${pathOfApplication(addresses, name)}"><bdi>${name}</bdi></a>
        </li>
      </ol>
    </nav>
    <div class="page-head">
      <h1 id="calls">${callTexts.title}</h1>
      <p class="lead">${callTexts.lead}</p>
    </div>`;
}

function renderCalls(
  addresses: PortalAddresses,
  name: string,
  calls: readonly RecentCall[],
  id: string,
): Html {
  if (calls.length === 0) return renderNone(callTexts.none, callTexts.noneExplanation);
  const shown = id === '' ? calls : calls.filter(({ requestId }) => requestId === id);
  const all = html`<p><a href="${pathOfCalls(addresses, name)}">${callTexts.showAll}</a></p>`;
  if (shown.length === 0) return renderNone(callTexts.unknownId, callTexts.unknownIdExplanation, all);
  const rows = shown.map((call) => listCells(addresses, call));
  return html`${renderDataTable({ headingId: 'calls' }, columns, rows)} ${id === '' ? undefined : all}`;
}

function renderNone(heading: string, explanation: string, link?: Html): Html {
  return html`<div class="empty">
    <h2>${heading}</h2>
    <p class="quiet">${explanation}</p>
    ${link}
  </div>`;
}

const names = callTexts.columns;
const columns: readonly Column[] = [
  { title: names.endedAt, namesRow: false },
  { title: names.call },
  { title: names.status },
  { title: names.duration, isNumber: true },
  { title: names.id },
];

function listCells(addresses: PortalAddresses, call: RecentCall): readonly HtmlPart[] {
  const { endedAt, requestId, method, path, api, status, durationMs, keySet, source } = call;
  const facts = [api, labels.keys.names[keySet], source && callTexts.fromConsole].filter(Boolean).join(', ');
  return [
    html`<time datetime="${new Date(endedAt).toISOString()}">${showSecond(endedAt / 1000)}</time>`,
    html`<code>${method} ${path}</code>
      <p class="quiet small"><bdi>${facts}</bdi></p>`,
    html`${renderBadge(String(status), status < 400 ? 'good' : 'alert')} ${renderCode(addresses, call)}`,
    callTexts.milliseconds(durationMs),
    html`<code>${requestId}</code>`,
  ];
}

/** The error that the gateway answered with, and where it is explained. */
function renderCode(addresses: PortalAddresses, { code }: RecentCall): Html | undefined {
  if (code === undefined || !Object.hasOwn(errorCodes, code)) return undefined;
  return html`<p>
    <a href="${pathOfError(addresses, code)}"><code>${code}</code></a>
  </p>`;
}
