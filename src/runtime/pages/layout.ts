import { html, type Html } from './html.ts';
import { style } from './style.ts';

/** A whole page. Its title names what it is about first, since that is read first. */
export function layOut(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `;
}
