import { html, type Html } from '#runtime/pages/html.ts';
import { fitText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { chooseLanguage, sampleLanguages } from './sample-languages.ts';
import type { SampleRequest } from './sample-request.ts';

const { call } = texts.apiPage;

/** The request in the language that the reader has chosen, or why a browser cannot send it. */
export function renderSample(visit: StoreVisit, request: SampleRequest): Html {
  const { runs, render } = chooseLanguage(visit);
  const hasSecret = typeof request.authorization === 'object';
  if (hasSecret && runs === 'in a browser') return html`<p class="notice">${call.noSecretInBrowser}</p>`;
  return renderRequest(request, render);
}

/** A request as code; one that is too long for a code block sends its body from a file. */
export function renderRequest(request: SampleRequest, render: (request: SampleRequest) => string): Html {
  const code = render(request);
  return renderCode(isTooLong(code) ? render({ ...request, ...fileOf(request) }) : code);
}

function isTooLong(code: string): boolean {
  return String(html`${code}`).length > longestCode;
}

/** The body of a request as a file. The parts of a multipart body need a boundary, which only the client knows. */
function fileOf({ body }: SampleRequest): Pick<SampleRequest, 'body'> {
  if (!body || body.type === 'multipart' || body.type === 'file') return {};
  if (body.type === 'form')
    return { body: { type: 'file', mediaType: 'application/x-www-form-urlencoded', text: 'body' } };
  const text = body.type === 'json' ? 'body.json' : 'body';
  return { body: { type: 'file', mediaType: body.mediaType, text } };
}

/** What links to the same page in another language contain. */
interface LinkedPage {
  /** The id of the element with the samples. */
  readonly section: string;
  /** The parameters that the page needs besides the language. */
  readonly query: Readonly<Record<string, string>>;
}

/** Links to the same page in each language. */
export function renderLanguages(visit: StoreVisit, { section, query }: LinkedPage): Html {
  const chosen = chooseLanguage(visit);
  return html`<nav class="languages" aria-label="${call.language}">
    <ul>
      ${sampleLanguages.map(({ key, title }) => {
        const address = new URLSearchParams({ ...query, language: key }).toString();
        const isChosen = key === chosen.key ? html`aria-current="true"` : undefined;
        return html`<li><a href="?${address}#${section}" ${isChosen}>${title}</a></li>`;
      })}
    </ul>
  </nav>`;
}

/** The maximum length of the markup of a code block. */
const longestCode = 5000;

/** A code block, to which `copy-code.js` adds a copy button. */
export function renderCode(code: string): Html {
  return html`<div class="code-block" data-copy="${call.copy}" data-copied="${call.copied}">
    <pre tabindex="0"><code>${fitText(code, longestCode)}</code></pre>
  </div>`;
}
