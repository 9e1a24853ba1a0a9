import { html, type Html } from '#runtime/pages/html.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import type { ObservedDrift } from '#runtime/ports/drift.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import type { OwnedVersion } from './owned-versions.ts';

const { drift: words } = texts.publisher;

const most = 30;
const maxViolations = 3;
const maxLength = 300;

/** How the live requests and responses of an API version differ from its document; undefined if it is not known. */
export function renderDrift({ api }: OwnedVersion, observed: readonly ObservedDrift[] | undefined): Html {
  const isUnchecked =
    api.validation.responses === 'off' && !observed?.some(({ direction }) => direction === 'response');
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${observed === undefined ? html`<p class="notice">${words.unavailable}</p>` : renderSome(observed)}
    ${isUnchecked ? html`<p class="quiet">${words.notChecked} ${words.howToCheck}</p>` : undefined}
  </section>`;
}

function renderSome(observed: readonly ObservedDrift[]): Html {
  if (observed.length === 0) return html`<p class="quiet">${words.none}</p>`;
  const { operation, direction, count, last, what } = words.columns;
  const columns = [
    { title: operation },
    { title: direction },
    { title: count, isNumber: true },
    { title: last },
    { title: what },
  ];
  const rest = observed.length - most;
  return html`<p class="quiet">${words.lead}</p>
    ${renderDataTable(words.title, columns, observed.slice(0, most).map(renderRow))}
    ${rest > 0 ? html`<p class="quiet">${words.more(rest)}</p>` : undefined}`;
}

function renderRow({
  operation,
  direction,
  status,
  count,
  lastAt,
  violations,
}: ObservedDrift): readonly Html[] {
  const what = violations
    .slice(0, maxViolations)
    .map((one) => html`<li><bdi>${one.slice(0, maxLength)}</bdi></li>`);
  return [
    html`<code><bdi>${operation}</bdi></code>`,
    html`${words.directions[direction]}${status === undefined ? '' : ` ${status}`}`,
    html`${String(count)}`,
    html`${showDay(lastAt / 1000)}`,
    html`<ul>
      ${what}
    </ul>`,
  ];
}
