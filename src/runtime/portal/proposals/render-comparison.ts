import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ContractChangeLine } from '#runtime/ports/contract-changes.ts';
import type { ComparedVersion } from '#runtime/ports/proposals/preview.ts';
import { renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { cutText } from './render-findings.ts';

const { comparison: ofVersions, replacement } = texts.proposals.preview;
const { changes: changeTexts } = texts.apiPage;

/** The maximum length of the markup of one group of changes, and of the names of all subscribers. */
const maxMarkup = 6000;

type Labels = typeof ofVersions | typeof replacement;

/**
 * What a new version changes for the callers of the version that it follows, or a new document for those of its own
 * version; the breaking changes first.
 */
export function renderComparison({ api, previous, changes, subscribers }: ComparedVersion): Html {
  const labels = api === previous ? replacement : ofVersions;
  const { breaking, risky, compatible } = changes;
  const isHarmless = breaking.length + risky.length === 0;
  return html`<section class="stack tight">
    <h2>${labels.title(previous)}</h2>
    <p>${changeTexts.summary(changes)}</p>
    ${isHarmless ? html`<p class="notice">${labels.harmless(previous)}</p>` : renderSubscribers(subscribers, previous, labels)}
    ${renderGroup(changeTexts.breaking, breaking)} ${renderGroup(changeTexts.risky, risky)}
    ${renderGroup(changeTexts.compatible, compatible)}
  </section>`;
}

/** Who may have to change something. */
function renderSubscribers(subscribers: readonly string[], previous: string, labels: Labels): Html {
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
  return left === 0 ? undefined : html`<p class="hint">${ofVersions.more(left)}</p>`;
}
