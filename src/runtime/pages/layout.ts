import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { StoreLogo } from '#compiled/settings/store-settings.ts';
import { html, showName, type Html } from './html.ts';
import { style, styleSource } from './style.ts';
import { texts } from './texts.ts';

const { onward } = texts;

/** The title and the content of a page. */
export interface Page {
  /** Begins with the topic of the page, since the beginning is read first. */
  readonly title: string;
  readonly main: Html;
  /** Whether the page has no link or form of its own with which to continue. */
  readonly isEnd?: boolean;
}

export function layOut(title: string, main: Html): Page {
  return { title, main };
}

/** Lays out a page without links of its own; `renderPage` adds links with which its reader can continue. */
export function layOutEnd(title: string, main: Html): Page {
  return { title, main, isEnd: true };
}

/** The data that all pages of an authorization server share. */
export interface Site {
  readonly organisation: string;
  /** The logo of the store, if it has one. */
  readonly logo?: StoreLogo | undefined;
  /** The page of a user's grants. */
  readonly grantsPage: string;
  /** Absent if there is no store. */
  readonly store?: { readonly title: string; readonly url: string } | undefined;
}

/** A whole document. Its header shows the name of the organisation, if the site is known. */
export function renderPage({ title, main, isEnd }: Page, site: Site | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${site && html`<header>${renderLogo(site)}${showName(site.organisation)}</header>`}
        <main>${main}${isEnd ? renderWaysOn(site) : undefined}</main>
      </body>
    </html> `;
}

/** The name of the organisation is next to the logo, which therefore needs no alternative text. */
function renderLogo({ logo }: Site): Html | undefined {
  return logo && html`<img class="logo" src="data:${logo.type};base64,${logo.content}" alt="" height="36" />`;
}

/** The links with which a reader can continue. A gateway that is starting can only link to the same page. */
function renderWaysOn(site: Site | undefined): Html {
  if (!site) return html`<p><a href="">${onward.again}</a></p>`;
  const { store, grantsPage } = site;
  return html`${store && html`<p><a href="${store.url}">${onward.store(markHidden(store.title))}</a></p>`}
    <p><a href="${grantsPage}">${onward.grants}</a></p>`;
}

/**
 * The headers of every page: no scripts, no framing, no content from other origins, no caching. There is no
 * form-action, since some browsers apply it to the redirect after a form, and so to the way back to the application.
 * The referrer stays within the origin: without a referrer, browsers would send forms with `Origin: null`. A
 * Cross-Origin-Opener-Policy is not sent: it would separate the login window from the application that opened it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
