import { html } from './html.ts';
import { layOut, type Page } from './layout.ts';
import { texts } from './texts.ts';

/** What keeps a page from being shown, where nobody can be sent back to an application. */
export type PageProblem =
  | 'query_malformed'
  | 'request_too_long'
  | 'client_missing'
  | 'client_unknown'
  | 'redirect_uri_missing'
  | 'redirect_uri_unregistered'
  | 'not_a_visit'
  | 'sent_from_elsewhere'
  | 'form_not_of_browser'
  | 'form_expired'
  | 'login_not_of_browser'
  | 'provider_unknown'
  | 'login_impossible'
  | 'form_unreadable'
  | 'form_too_large'
  | 'method_not_allowed'
  | 'page_unknown'
  | 'server_error'
  | 'unavailable';

/** A page that says what went wrong and what to do; `startAgain` is where the same can be tried once more. */
export function renderError(problem: PageProblem, startAgain?: string): Page {
  const { title, explanation, advice } = texts.error.problems[problem];
  return layOut(
    title,
    html`<h1>${title}</h1>
      <p>${explanation}</p>
      ${startAgain === undefined ? html`<p>${advice}</p>` : html`<p><a href="${startAgain}">${texts.error.startAgain}</a></p>`}
      <p class="quiet">${texts.error.code}: <code>${problem}</code></p>`,
  );
}
