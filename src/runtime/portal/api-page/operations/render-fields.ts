import { html, type Html } from '../../../pages/html.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText, renderWithin } from '../render-within.ts';
import type { BodyField } from './list-fields.ts';

const { operations, moreInDocument } = texts.apiPage;

/** The members of a body as a table; `label` says of which. */
export function renderFields(label: string, fields: readonly BodyField[], maxLength: number): Html {
  const { shown, left } = renderWithin(fields, maxLength, renderRow);
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${operations.name}</th>
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

function renderRow({ name, type, isRequired, description }: BodyField): Html {
  return html`<tr>
    <th scope="row">
      <code>${cutText(name, 150)}</code>
      ${isRequired ? html`<p class="quiet small">${operations.required}</p>` : undefined}
    </th>
    <td>${type}</td>
    <td>${renderShortDescription(description)}</td>
  </tr>`;
}
