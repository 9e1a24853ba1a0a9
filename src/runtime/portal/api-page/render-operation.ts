import type { OperationNode, ParameterNode, ResponseNode } from '#openapi/model.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { renderDataRow, renderTableOfRows, type Column, type TableName } from '../pages/render-data-table.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { describeType, listFields, type BodyField } from './describe-type.ts';
import { renderShortDescription } from './render-markdown.ts';

const { operations } = texts.apiPage;

/** The parameters of an operation, without its body. */
export function renderParameters({ parameters }: OperationNode): Html {
  return html`<section class="stack tight" aria-labelledby="parameters">
    <h2 id="parameters">${operations.parameters}</h2>
    ${parameters.length === 0 ? html`<p class="quiet">${operations.noParameters}</p>` : renderParameterTable(parameters)}
  </section>`;
}

const parameterColumns: readonly Column[] = [
  { title: operations.name },
  { title: operations.location },
  { title: operations.type },
  { title: operations.description },
];

function renderParameterTable(parameters: readonly ParameterNode[]): Html {
  const rows = { items: parameters, maxLength: 20_000, cells: listParameterCells };
  return renderTableWithin(operations.parametersRegion, parameterColumns, rows);
}

function listParameterCells(parameter: ParameterNode): readonly HtmlPart[] {
  const { name, location, isRequired, isDeprecated, schema } = parameter;
  return [
    html`<code>${cutText(name, 100)}</code>
      <p class="quiet small">${isRequired ? operations.required : operations.optional}</p>`,
    cutText(location, 20),
    describeType(schema),
    html`${isDeprecated ? html`<span class="badge warning">${operations.deprecated}</span>` : undefined}
    ${renderShortDescription(parameter.text('description'))}`,
  ];
}

/** The request body: its media types, and the fields of the first media type. */
export function renderBody({ requestBody }: OperationNode): Html {
  const section = (content: Html) =>
    html`<section class="stack tight" aria-labelledby="body">
      <h2 id="body">${operations.body}</h2>
      ${content}
    </section>`;
  if (!requestBody) return section(html`<p class="quiet">${operations.noBody}</p>`);
  const { bodies, isRequired } = requestBody;
  const [first] = bodies;
  const fields = first ? listFields(first) : [];
  return section(
    html`<p>${isRequired ? operations.bodyRequired : operations.bodyOptional}</p>
      ${renderShortDescription(requestBody.text('description'))}
      <p>
        ${bodies.slice(0, 20).map(({ mediaType }) => html`<code>${cutText(mediaType, 100)}</code> `)}
        ${first && fields.length === 0 ? describeType(first.schema) : undefined}
      </p>
      ${fields.length > 0 ? renderFields(operations.bodyRegion, fields, 20_000) : undefined}`,
  );
}

/** The responses of an operation by status, and the fields of the first successful response. */
export function renderAnswers({ responses }: OperationNode): Html {
  const rows = { items: responses, maxLength: 12_000, cells: listAnswerCells };
  return html`<section class="stack tight" aria-labelledby="answers">
    <h2 id="answers">${operations.answers}</h2>
    ${renderTableWithin(operations.answersRegion, answerColumns, rows)} ${renderSuccess(responses)}
  </section>`;
}

const answerColumns: readonly Column[] = [
  { title: operations.status },
  { title: operations.description },
  { title: operations.content },
];

function listAnswerCells(response: ResponseNode): readonly HtmlPart[] {
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

const fieldColumns: readonly Column[] = [
  { title: operations.name },
  { title: operations.type },
  { title: operations.description },
];

/** The fields of a body as a table; `label` names the body. */
function renderFields(label: string, fields: readonly BodyField[], maxLength: number): Html {
  return renderTableWithin(label, fieldColumns, { items: fields, maxLength, cells: listFieldCells });
}

function listFieldCells({ name, type, isRequired, description }: BodyField): readonly HtmlPart[] {
  return [
    html`<code>${cutText(name, 150)}</code>
      ${isRequired ? html`<p class="quiet small">${operations.required}</p>` : undefined}`,
    type,
    renderShortDescription(description),
  ];
}

interface RowsOfDocument<Item> {
  readonly items: readonly Item[];
  /** The maximum total length of the rows' markup. */
  readonly maxLength: number;
  readonly cells: (item: Item) => readonly HtmlPart[];
}

/** A table of parts of a document, with the number of rows that were omitted for lack of space. */
function renderTableWithin<Item>(
  name: TableName,
  columns: readonly Column[],
  { items, maxLength, cells }: RowsOfDocument<Item>,
): Html {
  const { shown, left } = renderWithin(items, maxLength, (item) => renderDataRow(columns, cells(item)));
  return html`${renderTableOfRows(name, columns, shown)}
  ${left > 0 ? html`<p class="quiet">${texts.apiPage.moreInDocument(left)}</p>` : undefined}`;
}
