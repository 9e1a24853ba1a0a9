import type { RateLimit } from '../../../compiled/manifest.ts';
import { html, type Html } from '../../pages/html.ts';
import { isVisible } from '../catalogue/is-visible.ts';
import { renderApiState, renderBadge } from '../pages/badge.ts';
import { readPageNumber, renderPagination, takePage } from '../pages/pagination.ts';
import { pathOfApi } from '../portal-addresses.ts';
import type { StoreVisit } from '../store-visit.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../proposals/proposal-paths.ts';
import { findSubscriptionGaps } from './find-gaps.ts';
import type { OwnApplication, OwnSubscription } from './owned-applications.ts';
import { describeSubscriptionGap } from './render-gaps.ts';

const { subscriptions: labels, limitOf, noLimit, nothing } = texts.applications;

const subscriptionsPerPage = 25;

/** The subscriptions of an application, each with what it lacks for a call. */
export function renderSubscriptions(visit: StoreVisit, own: OwnApplication): Html {
  const { addresses } = visit.portal;
  const { name } = own.application;
  const body =
    own.subscriptions.length === 0
      ? html`<p>${labels.none}</p>
          <p><a class="button" href="${addresses.path}">${labels.find}</a></p>`
      : html`${renderTable(visit, own)}
          <p>
            <a class="button quiet" href="${pathOfForm(addresses, 'subscribe', { application: name })}"
              >${labels.subscribe}</a
            >
          </p>`;
  return html`<section class="stack tight">
    <h2 id="subscriptions">${labels.title}</h2>
    ${body}
  </section>`;
}

function renderTable(visit: StoreVisit, own: OwnApplication): Html {
  const limits = new Map(visit.portal.compiled.manifest.tiers.map(({ name, limit }) => [name, limit]));
  const shown = takePage(
    own.subscriptions,
    readPageNumber(visit.query, 'subscriptions'),
    subscriptionsPerPage,
  );
  const rows = shown.items.map((one) => renderRow(visit, own, one, limits.get(one.subscription.tier)));
  return html`<div class="scroll" role="region" aria-labelledby="subscriptions" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${labels.api}</th>
            <th scope="col">${labels.tier}</th>
            <th scope="col">${labels.state}</th>
            <th scope="col">${labels.scopes}</th>
            <th scope="col">${labels.actions}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${renderPagination(shown, (page) => `?subscriptions=${page}#subscriptions`)}`;
}

function renderRow(
  visit: StoreVisit,
  { application }: OwnApplication,
  own: OwnSubscription,
  limit: RateLimit | undefined,
): Html {
  const { tier, state, scopes } = own.subscription;
  const gaps = findSubscriptionGaps(application, own);
  return html`<tr>
    <th scope="row">${renderApi(visit, own)}</th>
    <td>${tier}<br /><span class="small quiet">${limit ? limitOf(limit) : noLimit}</span></td>
    <td>
      ${renderBadge(labels.states[state], state === 'active' ? 'good' : 'alert')}
      ${gaps.map((gap) => html`<p class="small">${describeSubscriptionGap(gap)}</p>`)}
    </td>
    <td>
      ${
        scopes.length === 0
          ? html`<span class="quiet">${nothing}</span>`
          : html`<ul class="tags">
              ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
            </ul>`
      }
    </td>
    <td>${renderActions(visit, own)}</td>
  </tr>`;
}

/** A link only where the reader may see the page. */
function renderApi({ portal, user }: StoreVisit, { subscription, version }: OwnSubscription): Html {
  if (!version) return html`<bdi>${subscription.api}</bdi> ${renderBadge(labels.unlisted, 'alert')}`;
  const { entry, api } = version;
  const name = html`<bdi>${entry.name}</bdi> ${entry.version}`;
  return html`${
    isVisible({ entry, api }, user) ? html`<a href="${pathOfApi(portal.addresses, entry)}">${name}</a>` : name
  }
  ${renderApiState(entry.state)}`;
}

function renderActions({ portal: { addresses } }: StoreVisit, { subscription }: OwnSubscription): Html {
  const { application, api } = subscription;
  return html`<a
      href="${pathOfForm(addresses, 'subscribe', { application, api })}"
      aria-label="${labels.changeOf(api)}"
      >${labels.change}</a
    >
    <a
      href="${pathOfForm(addresses, 'withdraw', { application, api })}"
      aria-label="${labels.withdrawOf(api)}"
      >${labels.withdraw}</a
    >`;
}
