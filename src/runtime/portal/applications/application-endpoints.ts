import { html, type Html } from '#runtime/pages/html.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderBadge } from '../pages/badge.ts';
import { readPageNumber, renderPagination, takePage } from '../pages/pagination.ts';
import { texts } from '../texts/texts.ts';
import { readUsage, countErrors, sumUsage } from '../usage/usage-counts.ts';
import { usageRange } from '../usage/usage-range.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { findGaps, findMissing } from './application-gaps.ts';
import { pathOfApplication, ownApplications, type OwnApplication } from './owned-applications.ts';
import { showCalls } from './show-calls.ts';
import { webhookKeyEndpoint } from './webhook-key.ts';
import { showApplication } from './show-application.ts';

export const applicationEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/applications', use: 'page', audience: 'signed-in', answer: showApplications },
  {
    method: 'GET',
    path: '/applications/:application',
    use: 'page',
    audience: 'signed-in',
    answer: showApplication,
  },
  {
    method: 'GET',
    path: '/applications/:application/calls',
    use: 'page',
    audience: 'signed-in',
    answer: showCalls,
  },
  webhookKeyEndpoint,
];

const labels = texts.applications;

const applicationsPerPage = 24;

/** Shows the applications that the reader owns. */
async function showApplications(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal } = visit;
  const own = ownApplications(visit);
  const add = pathOfForm(portal.addresses, 'application');
  const main = html`<div class="page-head">
      <div class="row apart">
        <h1>${labels.title}</h1>
        ${own.length === 0 ? undefined : html`<a class="button" href="${add}">${labels.add}</a>`}
      </div>
      <p class="lead">${labels.lead}</p>
    </div>
    ${own.length === 0 ? renderNone(add) : await renderAll(visit, own)}`;
  return { status: 200, page: { title: labels.title, main, section: 'applications' } };
}

function renderNone(add: string): Html {
  return html`<div class="empty">
    <h2>${labels.none}</h2>
    <p>${labels.noneExplanation}</p>
    <a class="button" href="${add}">${labels.add}</a>
  </div>`;
}

async function renderAll({ portal, query }: StoreVisit, own: readonly OwnApplication[]): Promise<Html> {
  const shown = takePage(own, readPageNumber(query), applicationsPerPage);
  const names = shown.items.map(({ application }) => application.name);
  const series = await readUsage(portal, names, usageRange('days', portal.services.clock()));
  const ofApplications = series && Map.groupBy(series, ({ application }) => application);
  const cards = shown.items.map((one) =>
    renderCard(portal, one, ofApplications && (ofApplications.get(one.application.name) ?? [])),
  );
  return html`<ul class="cards grid">
      ${cards}
    </ul>
    ${renderPagination(shown, (page) => `?page=${page}`)}`;
}

function renderCard(
  { addresses, nameOwner }: Portal,
  own: OwnApplication,
  series?: readonly UsageSeries[],
): Html {
  const { name, description, type, owner } = own.application;
  const gaps =
    findGaps(own).length + own.subscriptions.flatMap((one) => findMissing(own.application, one)).length;
  return html`<li class="card linked">
    <h2>
      <a href="${pathOfApplication(addresses, name)}"><bdi>${name}</bdi></a>
    </h2>
    ${description === undefined ? undefined : html`<p><bdi>${description}</bdi></p>`}
    <ul class="meta">
      <li>${labels.types[type]}</li>
      <li><bdi>${nameOwner(owner)}</bdi></li>
      <li>${labels.subscriptionCount(own.subscriptions.length)}</li>
    </ul>
    ${series && html`<p class="small">${describeRecent(series)}</p>`}
    ${gaps === 0 ? undefined : html`<p>${renderBadge(labels.gapCount(gaps), 'warning')}</p>`}
  </li>`;
}

function describeRecent(series: readonly UsageSeries[]): string {
  const total = sumUsage(series.flatMap(({ points }) => points));
  if (total.requests === 0) return labels.recentNone;
  return labels.recent(total.requests, countErrors(total));
}
