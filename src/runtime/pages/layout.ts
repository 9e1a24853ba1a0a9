import { html, showName, type Html } from './html.ts';
import { style, styleSource } from './style.ts';

/** The title and the content of a page. */
export interface Page {
  /** Names the topic of the page first, since that is read first. */
  readonly title: string;
  readonly main: Html;
}

export function layOut(title: string, main: Html): Page {
  return { title, main };
}

/** A whole document, under the name of the organisation that it belongs to, if known. */
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
        ${organisation === undefined ? undefined : html`<header>${showName(organisation)}</header>`}
        <main>${main}</main>
      </body>
    </html> `;
}

/**
 * The headers of every page: no script, no frame around it, nothing from elsewhere, nothing kept. There is no
 * form-action, since some browsers apply it to the redirect after a form, and so to the way back to the application.
 * The referrer stays within the origin: without any, browsers would send forms with `Origin: null`. A
 * Cross-Origin-Opener-Policy is not sent: it would separate the login window from the application that opened it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
