import { html, type Html } from '#runtime/pages/html.ts';
import type { TargetState } from '#runtime/ports/status/target-states.ts';
import { renderBadge, type BadgeTone } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import type { ApiStatus } from './read-status.ts';

const { status: words } = texts;

const tones: Readonly<Record<ApiStatus['kind'], BadgeTone>> = {
  available: 'good',
  degraded: 'warning',
  unavailable: 'alert',
  'not-called': 'neutral',
  unknown: 'neutral',
};

/** The status in words, without addresses and numbers of calls, which are for owners alone. */
export function renderStatus(status: ApiStatus): Html {
  const reason = describeReason(status);
  return html`${renderBadge(words.kinds[status.kind], tones[status.kind])} ${reason}`;
}

function describeReason({ kind, targets, failing, calls, failures }: ApiStatus): string | undefined {
  if (failing > 0) return words.answering(targets.length - failing, targets.length);
  return kind === 'degraded' ? words.failed(failures / calls) : undefined;
}

/** The maximum number of targets in the table of owners, and of the characters of an address. */
const mostTargets = 50;
const longestUrl = 200;

/** The status for the owners of an API version, with its targets and the number of its calls. */
export function renderStatusForOwners(status: ApiStatus): Html {
  const { targets, calls, failures, keySet } = status;
  const { columns } = words;
  return html`<section class="stack tight" aria-labelledby="status">
    <h2 id="status">${words.title}</h2>
    <p>${renderStatus(status)}</p>
    ${status.kind === 'unknown' ? undefined : html`<p class="quiet">${words.calls(calls, failures)}</p>`}
    ${renderDataTable(
      words.targets(keySet),
      [{ title: columns.target }, { title: columns.state }],
      targets
        .slice(0, mostTargets)
        .map(({ url, state }) => [html`<code>${cutText(url, longestUrl)}</code>`, describeTarget(state)]),
    )}
    ${targets.length > mostTargets ? html`<p class="quiet">${words.moreTargets(targets.length - mostTargets)}</p>` : undefined}
  </section>`;
}

function describeTarget(state: TargetState | undefined): string {
  if (!state) return words.states.unknown;
  const { isHealthy, isUnprobed, isOpen } = state;
  if (isOpen === true) return words.states.open;
  if (isHealthy === undefined) return isUnprobed ? words.states.unprobed : words.states.unchecked;
  return isHealthy ? words.states.healthy : words.states.unhealthy;
}
