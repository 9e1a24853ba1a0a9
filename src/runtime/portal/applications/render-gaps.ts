import { html, type Html } from '#runtime/pages/html.ts';
import { pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import { texts } from '../texts/texts.ts';
import { findGaps, type ApplicationGap, type SubscriptionGap } from './find-gaps.ts';
import type { OwnApplication } from './owned-applications.ts';

const { gaps, subscriptionGaps } = texts.applications;

/** How many scopes a sentence names; the others are on the page of the API. */
const maxScopes = 20;

/** What an application lacks for any call, each with where to get it; undefined if it lacks nothing. */
export function renderGaps(addresses: PortalAddresses, own: OwnApplication): Html | undefined {
  const found = findGaps(own);
  if (found.length === 0) return undefined;
  const { name } = own.application;
  const items = found.map(
    (gap) =>
      html`<li>${gaps[gap].text} <a href="${pathToFix(addresses, gap, name)}">${gaps[gap].fix}</a></li>`,
  );
  return html`<section class="warning" aria-labelledby="gaps">
    <h2 id="gaps">${gaps.title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

function pathToFix(addresses: PortalAddresses, gap: ApplicationGap, application: string): string {
  if (gap === 'keys') return pathOfForm(addresses, 'keys', { application, keys: 'production' });
  return gap === 'subscriptions' ? addresses.path : pathOfForm(addresses, 'settings', { application });
}

/** A sentence about what a subscription lacks. */
export function describeSubscriptionGap(gap: SubscriptionGap): string {
  if (gap.gap === 'endpoint') return subscriptionGaps.endpoint[gap.keySet];
  if (gap.gap !== 'scopes') return subscriptionGaps[gap.gap];
  const named = gap.scopes.slice(0, maxScopes).join(', ');
  return subscriptionGaps.scopes(gap.operations, gap.scopes.length > maxScopes ? `${named} …` : named);
}
