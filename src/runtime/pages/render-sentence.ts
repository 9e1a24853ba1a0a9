import { closeCode, codeInText, readCode } from '#compiled/names/code-in-text.ts';
import { html, type Html } from './html.ts';

/** A sentence in which code is between backticks, as in Markdown. Code that a cut leaves open ends with the sentence. */
export function renderSentence(text: string): Html {
  const closed = closeCode(text);
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: whole, 2: between = '', index } of closed.matchAll(codeInText)) {
    parts.push(html`${closed.slice(end, index)}<code>${readCode(between)}</code>`);
    end = index + whole.length;
  }
  return html`${parts}${closed.slice(end)}`;
}
