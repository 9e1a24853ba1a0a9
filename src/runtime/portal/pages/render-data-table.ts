import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';

/** A column of a table. Numbers are right-aligned. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** False for a first column whose cells are not row headers. */
  readonly namesRow?: false;
}

/** The accessible name of a table, or the ID of a heading that names it. */
export type TableName = string | { readonly headingId: string };

type Row = readonly HtmlPart[];

/**
 * A table that scrolls horizontally if it is too wide. The first cell of each row is its header. On a phone, each row is a
 * card, in which the title of the column stands before each value.
 */
export function renderDataTable(
  name: TableName,
  columns: readonly Column[],
  rows: readonly Row[],
  caption?: string,
): Html {
  const rendered = rows.map((row) => renderDataRow(columns, row));
  return renderTableOfRows(name, columns, rendered, caption);
}

/** Like `renderDataTable`, for rows already rendered with `renderDataRow`. */
export function renderTableOfRows(
  name: TableName,
  columns: readonly Column[],
  rows: readonly Html[],
  caption?: string,
): Html {
  return html`<div class="scroll" role="region" ${nameAttribute(name)} tabindex="0">
    <table class="rows">
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

/** One row of a table, with a cell for each column. */
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
  return html`<td${classOf(column)} data-title="${column?.title}"><div>${cell}</div></td>`;
}

function nameAttribute(name: TableName): Html {
  return typeof name === 'string' ? html`aria-label="${name}"` : html`aria-labelledby="${name.headingId}"`;
}

function classOf(column: Column | undefined): Html | undefined {
  return column?.isNumber ? html` class="number"` : undefined;
}
