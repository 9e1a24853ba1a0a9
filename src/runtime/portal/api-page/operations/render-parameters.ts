import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import type { Column } from '../../pages/render-data-table.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText } from '../../pages/render-within.ts';
import { describeType } from './describe-type.ts';
import { renderTableWithin } from './render-table-within.ts';

const { operations } = texts.apiPage;

/** The parameters of an operation, bodies aside. */
export function renderParameters({ parameters }: OperationNode): Html {
  return html`<section class="stack tight" aria-labelledby="parameters">
    <h2 id="parameters">${operations.parameters}</h2>
    ${parameters.length === 0 ? html`<p class="quiet">${operations.noParameters}</p>` : renderTable(parameters)}
  </section>`;
}

const columns: readonly Column[] = [
  { title: operations.name },
  { title: operations.location },
  { title: operations.type },
  { title: operations.description },
];

function renderTable(parameters: readonly ParameterNode[]): Html {
  const rows = { items: parameters, maxLength: 20_000, cells: listCells };
  return renderTableWithin(operations.parametersRegion, columns, rows);
}

function listCells(parameter: ParameterNode): readonly HtmlPart[] {
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
