import type { OperationNode, ResponseNode } from '../../../../openapi/model.ts';
import { html, type Html } from '../../../pages/html.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText, renderWithin } from '../render-within.ts';
import { describeType } from './describe-type.ts';
import { listFields } from './list-fields.ts';
import { renderFields } from './render-fields.ts';

const { operations, moreInDocument } = texts.apiPage;

/** The answers of an operation by status, and the members of its first success. */
export function renderAnswers({ responses }: OperationNode): Html {
  const { shown, left } = renderWithin(responses, 12_000, renderRow);
  return html`<section class="stack tight" aria-labelledby="answers">
    <h2 id="answers">${operations.answers}</h2>
    <div class="scroll" role="region" aria-label="${operations.answersRegion}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${operations.status}</th>
            <th scope="col">${operations.description}</th>
            <th scope="col">${operations.content}</th>
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
    </div>
    ${left > 0 ? html`<p class="quiet">${moreInDocument(left)}</p>` : undefined} ${renderSuccess(responses)}
  </section>`;
}

function renderRow(response: ResponseNode): Html {
  const { status, bodies } = response;
  return html`<tr>
    <th scope="row">${status === 'default' ? operations.otherStatus : cutText(status, 20)}</th>
    <td>${renderShortDescription(response.text('description'))}</td>
    <td>
      ${bodies
        .slice(0, 5)
        .map(({ mediaType, schema }) => html`<p>${cutText(mediaType, 100)}: ${describeType(schema)}</p>`)}
    </td>
  </tr>`;
}

function renderSuccess(responses: readonly ResponseNode[]): Html | undefined {
  const body = responses.find(({ isSuccess, bodies }) => isSuccess && bodies.length > 0)?.bodies[0];
  const fields = body ? listFields(body) : [];
  if (!body || fields.length === 0) return undefined;
  const label = operations.fieldsOf(cutText(`${body.response?.status ?? ''} ${body.mediaType}`, 120));
  return html`<details>
    <summary>${label}</summary>
    ${renderFields(label, fields, 15_000)}
  </details>`;
}
