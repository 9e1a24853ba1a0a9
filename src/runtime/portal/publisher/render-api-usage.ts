import { html, type Html } from '#runtime/pages/html.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { renderRangeLinks } from '../usage/render-range-links.ts';
import { renderUsage } from '../usage/render-usage.ts';
import { usageRange } from '../usage/usage-range.ts';
import { unlessUnavailable } from './recent-usage.ts';

const { usage } = texts;

/** How much an API version is called, in the time that the address of the page names: `usage=hours`. */
export async function renderApiUsage({ portal, query }: StoreVisit, key: string): Promise<Html> {
  const { services, addresses } = portal;
  const range = usageRange(query.get('usage'), services.clock());
  const { from, to, step } = range;
  const series = await unlessUnavailable(services.usage.read({ apis: [key], from, to, step }));
  return html`<section class="stack tight" aria-labelledby="usage">
    <div class="row apart">
      <h2 id="usage">${usage.title}</h2>
      ${renderRangeLinks(range.name, (other) => `?usage=${other}#usage`)}
    </div>
    ${series ? renderUsage(addresses, series, range) : html`<p class="notice">${usage.unavailable}</p>`}
  </section>`;
}
