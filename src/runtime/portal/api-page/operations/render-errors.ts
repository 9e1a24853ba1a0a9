import { html, type Html } from '#runtime/pages/html.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { pathOfError } from '../../visit/paths.ts';
import { renderDataTable, type Column } from '../../pages/render-data-table.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import type { ApiOperation } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';
import { possibleErrors } from './possible-errors.ts';

const { operations } = texts.apiPage;

const columns: readonly Column[] = [
  { title: operations.status, namesRow: false },
  { title: operations.error },
  { title: operations.meaning },
];

/** The errors that the gateway itself may return for an operation, each with a link to its page. */
export function renderErrors(
  { portal }: StoreVisit,
  { api, entry }: FoundVersion,
  operation: ApiOperation,
): Html {
  const { addresses, settings } = portal;
  const codes = possibleErrors({ api, state: entry.state, settings, operation });
  return html`<section class="stack tight" aria-labelledby="errors">
    <h2 id="errors">${operations.errors}</h2>
    <p>${operations.errorsExplanation}</p>
    ${renderDataTable(
      operations.errorsRegion,
      columns,
      codes.map((code) => [
        String(statusOfError(code, settings)),
        html`<a href="${pathOfError(addresses, code)}"><code>${code}</code></a>`,
        errorCodes[code].message,
      ]),
    )}
  </section>`;
}
