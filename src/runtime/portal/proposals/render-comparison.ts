import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ContractChangeLine } from '#runtime/ports/contract-changes.ts';
import type { ComparedVersion } from '#runtime/ports/proposals.ts';
import { renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { cutText } from './render-findings.ts';

const { comparison: labels } = texts.proposals.preview;
const { changes: changeTexts } = texts.apiPage;

/** The maximum length of the markup of one group of changes, and of the names of all subscribers. */
const maxMarkup = 6000;

/** What a new version changes for the callers of the version that it follows, the breaking changes first. */
export function renderComparison({ previous, changes, subscribers }: ComparedVersion): Html {
  const { breaking, risky, compatible } = changes;
  const isHarmless = breaking.length + risky.length === 0;
  return html`<section class="stack tight">
    <h2>${labels.title(previous)}</h2>
    <p>${changeTexts.summary(changes)}</p>
    ${isHarmless ? html`<p class="notice">${labels.harmless(previous)}</p>` : renderSubscribers(subscribers, previous)}
    ${renderGroup(changeTexts.breaking, breaking)} ${renderGroup(changeTexts.risky, risky)}
    ${renderGroup(changeTexts.compatible, compatible)}
  </section>`;
}

/** Who has to change something to move to the new version. */
function renderSubscribers(subscribers: readonly string[], previous: string): Html {
  if (subscribers.length === 0) return html`<p>${labels.noSubscribers(previous)}</p>`;
  const { shown, left } = renderWithin(subscribers, maxMarkup, (name) => html`<li><bdi>${name}</bdi></li>`);
  return html`<p>${labels.subscribers(previous)}</p>
    <ul>
      ${shown}
    </ul>
    ${renderLeft(left)}`;
}

function renderGroup(title: string, lines: readonly ContractChangeLine[]): Html | undefined {
  if (lines.length === 0) return undefined;
  const { shown, left } = renderWithin(
    lines,
    maxMarkup,
    ({ message }) => html`<li>${renderSentence(cutText(message))}</li>`,
  );
  return html`<h3>${title}</h3>
    <ul>
      ${shown}
    </ul>
    ${renderLeft(left)}`;
}

function renderLeft(left: number): Html | undefined {
  return left === 0 ? undefined : html`<p class="hint">${labels.more(left)}</p>`;
}
