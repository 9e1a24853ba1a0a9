import type { OperationNode, ResponseNode } from '#openapi/model.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import type { Column } from '../../pages/render-data-table.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText } from '../../pages/render-within.ts';
import { describeType } from './describe-type.ts';
import { listFields } from './list-fields.ts';
import { renderFields } from './render-fields.ts';
import { renderTableWithin } from './render-table-within.ts';

const { operations } = texts.apiPage;

/** The answers of an operation by status, and the members of its first success. */
export function renderAnswers({ responses }: OperationNode): Html {
  const rows = { items: responses, maxLength: 12_000, cells: listCells };
  return html`<section class="stack tight" aria-labelledby="answers">
    <h2 id="answers">${operations.answers}</h2>
    ${renderTableWithin(operations.answersRegion, columns, rows)} ${renderSuccess(responses)}
  </section>`;
}

const columns: readonly Column[] = [
  { title: operations.status },
  { title: operations.description },
  { title: operations.content },
];

function listCells(response: ResponseNode): readonly HtmlPart[] {
  const { status, bodies } = response;
  return [
    status === 'default' ? operations.otherStatus : cutText(status, 20),
    renderShortDescription(response.text('description')),
    bodies
      .slice(0, 5)
      .map(({ mediaType, schema }) => html`<p>${cutText(mediaType, 100)}: ${describeType(schema)}</p>`),
  ];
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
