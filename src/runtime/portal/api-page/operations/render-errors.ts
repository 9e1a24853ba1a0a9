import { html, type Html } from '../../../pages/html.ts';
import { errorCodes } from '../../../rejection/error-codes.ts';
import { pathOfError } from '../../errors/path-of-error.ts';
import type { StoreVisit } from '../../store-visit.ts';
import { texts } from '../../texts/texts.ts';
import type { ApiOperation } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';
import { possibleErrors } from './possible-errors.ts';

const { operations } = texts.apiPage;

/** The errors that the gateway itself may return for an operation, each with a link to its page. */
export function renderErrors(
  { portal }: StoreVisit,
  { api, entry }: FoundVersion,
  operation: ApiOperation,
): Html {
  const { addresses, settings } = portal;
  const codes = possibleErrors({ api, state: entry.state, versioning: settings.versioning, operation });
  return html`<section class="stack tight" aria-labelledby="errors">
    <h2 id="errors">${operations.errors}</h2>
    <p>${operations.errorsExplanation}</p>
    <div class="scroll" role="region" aria-label="${operations.errorsRegion}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${operations.status}</th>
            <th scope="col">${operations.error}</th>
            <th scope="col">${operations.meaning}</th>
          </tr>
        </thead>
        <tbody>
          ${codes.map(
            (code) =>
              html`<tr>
                <td>${String(errorCodes[code].status)}</td>
                <td>
                  <a href="${pathOfError(addresses, code)}"><code>${code}</code></a>
                </td>
                <td>${errorCodes[code].message}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
