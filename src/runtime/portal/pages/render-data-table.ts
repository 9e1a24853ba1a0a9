import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';

/** A column of a table; numbers are aligned at their end. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** False for a first column whose cells do not name their rows. */
  readonly namesRow?: false;
}

/** The name of a table, or the ID of the heading that it has already. */
export type TableName = string | { readonly headingId: string };

type Row = readonly HtmlPart[];

/** A table that scrolls by itself where it is too wide; the first cell of each row names the row. */
export function renderDataTable(
  name: TableName,
  columns: readonly Column[],
  rows: readonly Row[],
  caption?: string,
): Html {
  const rendered = rows.map((row) => renderDataRow(columns, row));
  return renderTableOfRows(name, columns, rendered, caption);
}

/** The same with rows of `renderDataRow`. */
export function renderTableOfRows(
  name: TableName,
  columns: readonly Column[],
  rows: readonly Html[],
  caption?: string,
): Html {
  return html`<div class="scroll" role="region" ${nameAttribute(name)} tabindex="0">
    <table>
      ${
        caption === undefined
          ? undefined
          : html`<caption>
              ${caption}
            </caption>`
      }
      <thead>
        <tr>
          ${columns.map(renderTitle)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** One row of a table, a cell for each column. */
export function renderDataRow(columns: readonly Column[], row: Row): Html {
  const [first, ...others] = row.map((cell, index) => renderCell(columns[index], cell, index === 0));
  return html`<tr>
    ${first} ${others}
  </tr>`;
}

function renderTitle(column: Column): Html {
  return html`<th scope="col" ${classOf(column)}>${column.title}</th>`;
}

function renderCell(column: Column | undefined, cell: HtmlPart, isFirst: boolean): Html {
  if (isFirst && column?.namesRow !== false) return html`<th scope="row">${cell}</th>`;
  return html`<td${classOf(column)}>${cell}</td>`;
}

function nameAttribute(name: TableName): Html {
  return typeof name === 'string' ? html`aria-label="${name}"` : html`aria-labelledby="${name.headingId}"`;
}

function classOf(column: Column | undefined): Html | undefined {
  return column?.isNumber ? html` class="number"` : undefined;
}
