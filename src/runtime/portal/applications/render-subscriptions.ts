import { sameJson } from '#compiled/json.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { isVisible } from '../catalogue/catalogue.ts';
import { renderApiState, renderBadge } from '../pages/badge.ts';
import { readPageNumber, renderPagination, takePage } from '../pages/pagination.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { renderTier } from '../pages/render-tier.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { findMissing, findSubscriptionGaps, describeSubscriptionGap } from './application-gaps.ts';
import type { OwnApplication, OwnSubscription } from './owned-applications.ts';

const { subscriptions: labels, nothing } = texts.applications;

const subscriptionsPerPage = 25;

/** The subscriptions of an application, each with what is missing to use it. */
export function renderSubscriptions(visit: StoreVisit, own: OwnApplication): Html {
  const { addresses } = visit.portal;
  const { name } = own.application;
  const several = html`<a
    class="button quiet"
    href="${pathOfForm(addresses, 'subscribe-several', { application: name })}"
    >${labels.subscribeSeveral}</a
  >`;
  const body =
    own.subscriptions.length === 0
      ? html`<p>${labels.none}</p>
          <p class="actions"><a class="button" href="${addresses.path}">${labels.find}</a> ${several}</p>`
      : html`${renderTable(visit, own)}
          <p class="actions">
            <a class="button quiet" href="${pathOfForm(addresses, 'subscribe', { application: name })}"
              >${labels.subscribe}</a
            >
            ${several}
          </p>`;
  return html`<section class="stack tight">
    <h2 id="subscriptions">${labels.title}</h2>
    ${body}
  </section>`;
}

function renderTable(visit: StoreVisit, own: OwnApplication): Html {
  const shown = takePage(
    own.subscriptions,
    readPageNumber(visit.query, 'subscriptions'),
    subscriptionsPerPage,
  );
  const rows = shown.items.map((one) => listCells(visit, own, one));
  return html`${renderDataTable({ headingId: 'subscriptions' }, columns, rows)}
  ${renderPagination(shown, (page) => `?subscriptions=${page}#subscriptions`)}`;
}

const columns = [labels.api, labels.tier, labels.state, labels.scopes, labels.actions].map((title) => ({
  title,
}));

function listCells(
  visit: StoreVisit,
  { application }: OwnApplication,
  own: OwnSubscription,
): readonly HtmlPart[] {
  const { tier, state, scopes } = own.subscription;
  const gaps = findSubscriptionGaps(application, own);
  const missing = findMissing(application, own);
  return [
    renderApi(visit, own),
    renderTier(tier, visit.portal.tiers.get(tier)),
    html`${renderBadge(labels.states[state], state === 'active' ? 'good' : 'alert')}
    ${gaps.map((gap) => html`<p class="small">${missing.some((one) => sameJson(one, gap)) ? html`${renderBadge(labels.missing, 'warning')} ` : undefined}${describeSubscriptionGap(gap)}</p>`)}`,
    scopes.length === 0
      ? html`<span class="quiet">${nothing}</span>`
      : html`<ul class="tags">
          ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
        </ul>`,
    renderActions(visit, own),
  ];
}

/** The name of an API version, as a link if the reader may see its page. */
function renderApi({ portal, user }: StoreVisit, { subscription, version }: OwnSubscription): Html {
  if (!version) return html`<bdi>${subscription.api}</bdi> ${renderBadge(labels.unlisted, 'alert')}`;
  const { entry, api } = version;
  const name = html`<bdi>${entry.name}</bdi> ${entry.version}`;
  return html`${
    isVisible({ entry, api }, user) ? html`<a href="${pathOfApi(portal.addresses, entry)}">${name}</a>` : name
  }
  ${renderApiState(entry.state)}`;
}

/** A subscription is changed by those who may see what its API offers, and withdrawn by every owner of it. */
function renderActions(
  { portal: { addresses }, user }: StoreVisit,
  { subscription, version }: OwnSubscription,
): Html {
  const { application, api } = subscription;
  const change =
    version && isVisible(version, user)
      ? html`<a
          href="${pathOfForm(addresses, 'change-subscription', { application, api })}"
          aria-label="${labels.changeOf(api)}"
          >${labels.change}</a
        > `
      : undefined;
  return html`${change}<a
      href="${pathOfForm(addresses, 'withdraw', { application, api })}"
      aria-label="${labels.withdrawOf(api)}"
      >${labels.withdraw}</a
    >`;
}
