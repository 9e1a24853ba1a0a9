import { html, type Html } from '#runtime/pages/html.ts';
import { fitText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import { renderCurl } from './render-curl.ts';
import { renderFetch } from './render-fetch.ts';
import { renderPython } from './render-python.ts';
import type { SampleRequest } from './sample-request.ts';

const { call } = texts.apiPage;

const languages: readonly (readonly [name: string, render: (request: SampleRequest) => string])[] = [
  ['curl', renderCurl],
  ['fetch', renderFetch],
  ['Python', renderPython],
];

/** One request in each language, as tabs; `id` is unique on the page. */
export function renderSamples(id: string, request: SampleRequest): Html {
  return html`<fieldset class="tabs">
    <legend class="visually-hidden">${call.language}</legend>
    ${languages.map(([name, render], index) => {
      const tab = `${id}-${name.toLowerCase()}`;
      return html`<input
          type="radio"
          name="${id}"
          id="${tab}"
          ${index === 0 ? html`checked=""` : undefined}
          autocomplete="off"
        /><label for="${tab}">${name}</label>
        <div class="panel">${renderCode(render(request))}</div>`;
    })}
  </fieldset>`;
}

/** The longest markup of a block of code. */
const longestCode = 5000;

/** A block of code, which `copy-code.js` gives a button to copy it. */
export function renderCode(code: string): Html {
  return html`<div class="code-block" data-copy="${call.copy}" data-copied="${call.copied}">
    <pre tabindex="0"><code>${fitText(code, longestCode)}</code></pre>
  </div>`;
}
