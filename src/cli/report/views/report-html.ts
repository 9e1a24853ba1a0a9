import type { Report } from '#compiler/report/report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';
import { describeScope, summarizeReport } from './report-summary.ts';
import { describeReport, type ReportTable } from './report-tables.ts';

/** A report as one HTML file without scripts, which loads nothing and has the style of the store. */
export function renderReportHtml(report: Report): string {
  // The style sheet is trusted, and a template would escape it.
  return String(renderPage(report)).replace('<style></style>', () => `<style>\n${readStyle()}</style>`);
}

function readStyle(): string {
  return readPortalAssets().get('store.css')?.body.toString() ?? '';
}

function renderPage(report: Report): Html {
  const title = `APIs of ${report.owner ?? report.organisation}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${html`<style></style>`}
      </head>
      <body>
        <main id="main">
          <h1><bdi>${title}</bdi></h1>
          <p class="lead"><bdi>${describeScope(report)}</bdi></p>
          ${summarizeReport(report).map((sentence) => html`<p>${sentence}</p>`)}
          ${describeReport(report).map(renderTable)}
        </main>
      </body>
    </html> `;
}

function renderTable({ title, columns, rows }: ReportTable): Html {
  const classes = columns.map((_, index) =>
    rows.every((row) => isNumber.test(row[index] ?? '')) ? html`class="number"` : undefined,
  );
  return html`<section class="stack tight">
    <h2>${title}</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map((column, index) => html`<th scope="col" ${classes[index]}>${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => renderRow(row, classes))}
        </tbody>
      </table>
    </div>
  </section>`;
}

const isNumber = /^(?:\d+(?: of \d+)?|–)$/;

function renderRow([name = '', ...cells]: readonly string[], classes: readonly (Html | undefined)[]): Html {
  return html`<tr>
    <th scope="row"><bdi>${name}</bdi></th>
    ${cells.map((cell, index) => html`<td ${classes[index + 1]}><bdi>${cell}</bdi></td>`)}
  </tr> `;
}
