import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { SourceReport } from '#runtime/ports/reports.ts';
import { renderPlace } from '../pages/render-place.ts';
import { cutText, mostRows } from '../proposals/render-findings.ts';
import { texts } from '../texts/texts.ts';

const { held: words } = texts.publisher;

/** Names the versions that are served as they were, because their declarations have errors; undefined if there is none. */
export function renderHeldVersions({ held, isBroken }: SourceReport): Html | undefined {
  if (isBroken || held.size === 0) return undefined;
  const names = [...held.keys()].slice(0, mostRows);
  return html`<p class="warning">${words.lead(held.size)} <bdi>${names.join(', ')}</bdi>.</p>`;
}

/** The errors because of which a version is served as it was, with their places; undefined if there is none. */
export function renderHeldReasons({ held }: SourceReport, key: string): Html | undefined {
  const reasons = held.get(key) ?? [];
  if (reasons.length === 0) return undefined;
  return html`<ul class="stack tight">
    ${reasons
      .slice(0, mostRows)
      .map(
        ({ message, ...place }) =>
          html`<li><bdi>${renderSentence(cutText(message))}</bdi> ${renderPlace(place)}</li>`,
      )}
  </ul>`;
}

/** The counts of a version whose declaration cannot be read; undefined if it can. */
export function countHeld(report: SourceReport | undefined, key: string) {
  const reasons = report?.held.get(key);
  return reasons && { error: reasons.length, warning: 0, info: 0, suppressed: 0, inBaseline: 0 };
}
