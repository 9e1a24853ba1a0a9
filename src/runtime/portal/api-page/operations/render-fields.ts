import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import type { Column } from '../../pages/render-data-table.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText } from '../../pages/render-within.ts';
import type { BodyField } from './list-fields.ts';
import { renderTableWithin } from './render-table-within.ts';

const { operations } = texts.apiPage;

const columns: readonly Column[] = [
  { title: operations.name },
  { title: operations.type },
  { title: operations.description },
];

/** The members of a body as a table; `label` says of which. */
export function renderFields(label: string, fields: readonly BodyField[], maxLength: number): Html {
  return renderTableWithin(label, columns, { items: fields, maxLength, cells: listCells });
}

function listCells({ name, type, isRequired, description }: BodyField): readonly HtmlPart[] {
  return [
    html`<code>${cutText(name, 150)}</code>
      ${isRequired ? html`<p class="quiet small">${operations.required}</p>` : undefined}`,
    type,
    renderShortDescription(description),
  ];
}
