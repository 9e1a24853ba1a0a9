import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import {
  renderDataRow,
  renderTableOfRows,
  type Column,
  type TableName,
} from '../../pages/render-data-table.ts';
import { texts } from '../../texts/texts.ts';
import { renderWithin } from '../../pages/render-within.ts';

interface RowsOfDocument<Item> {
  readonly items: readonly Item[];
  /** The most characters of markup that the rows have together. */
  readonly maxLength: number;
  readonly cells: (item: Item) => readonly HtmlPart[];
}

/** A table of parts of a document, and how many had no room in it. */
export function renderTableWithin<Item>(
  name: TableName,
  columns: readonly Column[],
  { items, maxLength, cells }: RowsOfDocument<Item>,
): Html {
  const { shown, left } = renderWithin(items, maxLength, (item) => renderDataRow(columns, cells(item)));
  return html`${renderTableOfRows(name, columns, shown)}
  ${left > 0 ? html`<p class="quiet">${texts.apiPage.moreInDocument(left)}</p>` : undefined}`;
}
