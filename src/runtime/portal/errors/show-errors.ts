import { html, type Html } from '#runtime/pages/html.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { oauthRefusals } from '#runtime/rejection/oauth-refusals.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { pathOfError } from '../visit/paths.ts';

const { errors } = texts;

/** Shows all errors that callers can get from the gateway, by status. */
export function showErrors({ portal }: StoreVisit): StoreAnswer {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => statusOfError(code, portal.settings));
  const oauth = [...new Set(Object.values(oauthRefusals).map(({ error }) => error))].toSorted();
  const link = (code: string) =>
    html`<a href="${pathOfError(portal.addresses, code)}"><code>${code}</code></a>`;
  const main = html`<div class="page-head">
      <h1>${errors.title}</h1>
      <p class="lead">${errors.explanation}</p>
    </div>
    ${[...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, ofStatus]) =>
        renderGroup(
          String(status),
          ofStatus.map((code) => html`<li>${link(code)} ${errorCodes[code].message}</li>`),
        ),
      )}
    ${renderGroup(
      errors.oauth,
      oauth.map((error) => html`<li>${link(error)}</li>`),
    )}`;
  return { status: 200, page: { title: errors.title, main } };
}

function renderGroup(heading: string, items: readonly Html[]): Html {
  return html`<section class="stack tight">
    <h2>${heading}</h2>
    <ul class="entries">
      ${items}
    </ul>
  </section>`;
}
