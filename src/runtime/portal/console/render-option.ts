import { html, type Html } from '#runtime/pages/html.ts';

/** An option of a choice. */
export function renderOption(value: string, text: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen ? html`selected=""` : undefined}>${text}</option>`;
}
