import { html, type Html } from '../../pages/html.ts';

/** A column of a table; numbers are aligned at their end. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table that scrolls by itself where it is too wide; the first cell of each row names the row. */
export function renderDataTable(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Html[])[],
): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" ${classOf(column)}>${column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => renderRow(row, columns))}
      </tbody>
    </table>
  </div>`;
}

function renderRow([name, ...cells]: readonly Html[], [, ...columns]: readonly Column[]): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    ${cells.map((cell, index) => html`<td ${classOf(columns[index])}>${cell}</td>`)}
  </tr>`;
}

function classOf(column: Column | undefined): Html | undefined {
  return column?.isNumber ? html`class="number"` : undefined;
}
