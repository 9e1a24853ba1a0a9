import { html } from './html.ts';
import { layOut, layOutEnd, type Page } from './layout.ts';
import { texts, type PageProblem } from './texts.ts';

/** A page that shows a problem and how to continue; `startAgain` is the URL where the user can try again. */
export function renderError(problem: PageProblem, startAgain?: string): Page {
  const { title, explanation, advice } = texts.error.problems[problem];
  const lay = startAgain === undefined ? layOutEnd : layOut;
  return lay(
    title,
    html`<h1>${title}</h1>
      <p>${explanation}</p>
      ${startAgain === undefined ? html`<p>${advice}</p>` : html`<p><a href="${startAgain}">${texts.error.startAgain}</a></p>`}
      <p class="quiet">${texts.error.code}: <code>${problem}</code></p>`,
  );
}
