import type { OperationNode, ParameterNode } from '../../../../openapi/model.ts';
import { html, type Html } from '../../../pages/html.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText, renderWithin } from '../render-within.ts';
import { describeType } from './describe-type.ts';

const { operations, moreInDocument } = texts.apiPage;

/** The parameters of an operation, bodies aside. */
export function renderParameters({ parameters }: OperationNode): Html {
  return html`<section class="stack tight" aria-labelledby="parameters">
    <h2 id="parameters">${operations.parameters}</h2>
    ${parameters.length === 0 ? html`<p class="quiet">${operations.noParameters}</p>` : renderTable(parameters)}
  </section>`;
}

function renderTable(parameters: readonly ParameterNode[]): Html {
  const { shown, left } = renderWithin(parameters, 20_000, renderRow);
  return html`<div class="scroll" role="region" aria-label="${operations.parametersRegion}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${operations.name}</th>
            <th scope="col">${operations.location}</th>
            <th scope="col">${operations.type}</th>
            <th scope="col">${operations.description}</th>
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
    </div>
    ${left > 0 ? html`<p class="quiet">${moreInDocument(left)}</p>` : undefined}`;
}

function renderRow(parameter: ParameterNode): Html {
  const { name, location, isRequired, isDeprecated, schema } = parameter;
  return html`<tr>
    <th scope="row">
      <code>${cutText(name, 100)}</code>
      <p class="quiet small">${isRequired ? operations.required : operations.optional}</p>
    </th>
    <td>${cutText(location, 20)}</td>
    <td>${describeType(schema)}</td>
    <td>
      ${isDeprecated ? html`<span class="badge warning">${operations.deprecated}</span>` : undefined}
      ${renderShortDescription(parameter.text('description'))}
    </td>
  </tr>`;
}
