import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import { pathOfForm } from '../visit/paths.ts';
import { requireUser, type StoreUser } from '../visit/store-user.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readReport, renderReportState } from './lint-report.ts';
import { listOwnedVersions } from './owned-versions.ts';
import { readRecentUsage } from './recent-usage.ts';
import { renderScorecard } from './render-scorecard.ts';
import { showOwnedApi } from './show-owned-api.ts';
import { listWaitingProposals, renderWaitingProposals } from './waiting-proposals.ts';

const { publisher } = texts;

export const publisherEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/publisher', use: 'page', audience: 'signed-in', answer: showOwnedApis },
  {
    method: 'GET',
    path: '/publisher/:context/:version',
    use: 'page',
    audience: 'signed-in',
    answer: showOwnedApi,
  },
];

const pageSize = 50;

/** Shows the API versions that the reader owns, with a scorecard of them. */
async function showOwnedApis(visit: StoreVisit): Promise<StoreAnswer> {
  const user = requireUser(visit);
  const owned = listOwnedVersions(visit);
  const main = html`<div class="page-head">
      <div class="row apart">
        <h1>${publisher.title}</h1>
        ${renderNewApiLink(visit)}
      </div>
      <p class="lead">${publisher.lead}</p>
      ${visit.portal.makesProposals ? undefined : html`<p class="notice">${publisher.steps.noForms}</p>`}
    </div>
    ${owned.length === 0 ? renderNone(user) : await renderOwned(visit, owned)}`;
  return { status: 200, page: { title: publisher.title, main, section: 'publisher' } };
}

function renderNewApiLink({ portal: { addresses, makesProposals } }: StoreVisit): Html | undefined {
  if (!makesProposals) return undefined;
  return html`<a class="button" href="${pathOfForm(addresses, 'api')}">${publisher.addApi}</a>`;
}

function renderNone({ username, subject, emails, teams }: StoreUser): Html {
  const names = [username ?? subject, ...emails, ...teams];
  return html`<div class="empty">
    <h2>${publisher.none}</h2>
    <p class="quiet">${publisher.noneAdvice}</p>
    <p class="quiet">${publisher.knownAs}</p>
    <ul class="tags">
      ${names.map((name) => html`<li><bdi class="tag">${name}</bdi></li>`)}
    </ul>
  </div>`;
}

async function renderOwned(visit: StoreVisit, owned: ReturnType<typeof listOwnedVersions>): Promise<Html> {
  const { portal, query } = visit;
  const { addresses, services } = portal;
  const page = takePage(owned, Math.max(1, Math.floor(Number(query.get('page'))) || 1), pageSize);
  const apis = page.items.map(({ key }) => key);
  const [report, drift, usage, proposals] = await Promise.all([
    readReport(portal, { apis, withFindings: false }),
    unlessUnavailable(services.readDrift(apis)),
    readRecentUsage(services.usage, apis, services.clock()),
    listWaitingProposals(visit, owned),
  ]);
  const sum = page.pages === 1 ? publisher.all : publisher.allOnPage;
  return html`${renderWaitingProposals(portal, proposals, publisher.proposals.none)}
    <section class="stack tight">
      <h2>${publisher.scorecard}</h2>
      ${renderReportState(report)}
      ${usage ? undefined : html`<p class="notice">${publisher.usageUnavailable}</p>`}
      ${renderScorecard(portal, page.items, { report: report.sources, drift, usage }, sum)}
      <p class="quiet small">${publisher.explanation}</p>
      ${renderPagination(page, (number) => `${addresses.path}/publisher?page=${number}`)}
    </section>`;
}
