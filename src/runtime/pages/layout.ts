import { html, type Html } from './html.ts';
import { style } from './style.ts';

/** What a page is called, and what it says. */
export interface Page {
  /** Names what the page is about first, since that is read first. */
  readonly title: string;
  readonly main: Html;
}

export function layOut(title: string, main: Html): Page {
  return { title, main };
}

/** A whole document, under the name of the organisation that it belongs to, where that is known. */
export function renderPage({ title, main }: Page, organisation: string | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${organisation === undefined ? undefined : html`<header><bdi>${organisation}</bdi></header>`}
        <main>${main}</main>
      </body>
    </html> `;
}
