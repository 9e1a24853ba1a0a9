import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { assetPath } from './portal-assets.ts';
import { pathOfSignIn } from './paths.ts';
import type { StoreUser } from './store-user.ts';
import type { PageReader, StorePage, StoreSection } from './store-visit.ts';

const { navigation } = texts.layout;

/** The HTML document of a page. A sign-in from its header leads to `returnPath`. */
export function renderStorePage(page: StorePage, reader: PageReader, returnPath: string): Html {
  const { portal } = reader;
  const { title, main, feed, markdown, scripts = [] } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${portal.title}</title>
        <link rel="icon" type="image/svg+xml" href="${assetPath(portal, 'favicon.svg')}" />
        <link rel="stylesheet" href="${assetPath(portal, 'store.css')}" />
        ${
          markdown === undefined
            ? undefined
            : html`<link rel="alternate" type="text/markdown" href="${markdown}" />`
        }
        ${feed && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}" />`}
        ${scripts.map((script) => renderScript(assetPath(portal, script)))}
      </head>
      <body>
        <a class="skip" href="#main">${texts.layout.skip}</a>
        ${renderNavigation(page, reader, returnPath)}
        <main id="main" tabindex="-1">${main}</main>
        <footer>
          <p>${texts.layout.footer(portal.compiled.manifest.organisation)}</p>
        </footer>
      </body>
    </html> `;
}

/**
 * A constant, since the bundler would rewrite a template that contains the end tag of a script to use a module that is
 * not installed.
 */
const scriptTag = 'script';

function renderScript(path: string): Html {
  return html`<script type="module" src="${path}"></${scriptTag}>`;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * The headers of every page: scripts and styles only from our own files, no framing, nothing from other sites, no
 * caching. The referrer is sent within the origin, since browsers without it would send forms with `Origin: null`.
 */
export const storePageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The page header: the name of the store, its sections, and the signed-in user. */
function renderNavigation(
  { section }: StorePage,
  { portal, user, csrf }: PageReader,
  returnPath: string,
): Html {
  const { title, addresses } = portal;
  const { path } = addresses;
  const link = (target: StoreSection, location: string) =>
    html`<li>
      <a href="${location}" ${section === target ? html` aria-current="true"` : undefined}
        >${navigation[target]}</a
      >
    </li>`;
  return html`<header>
    <a class="brand" href="${path}">
      ${renderLogo(portal)}
      <bdi>${title}</bdi>
    </a>
    <nav aria-label="${navigation.label}">
      <ul>
        ${link('catalogue', path)}
        ${portal.store.guides && isShown(portal, user) ? link('guides', `${path}/guides`) : undefined}
        ${
          user &&
          html`${link('applications', `${path}/applications`)}
          ${portal.makesProposals ? link('proposals', `${path}/proposals`) : undefined}
          ${link('publisher', `${path}/publisher`)} ${link('notices', `${path}/notices`)}`
        }
      </ul>
    </nav>
    <div class="account">
      ${
        user
          ? renderAccount(path, user, csrf)
          : html`<a class="button quiet" href="${pathOfSignIn(addresses, returnPath)}"
              >${navigation.signIn}</a
            >`
      }
    </div>
  </header>`;
}

/** Whether the reader may see the catalogue, and with it the guides. */
function isShown({ store }: PageReader['portal'], user: StoreUser | undefined): boolean {
  return store.visibility === 'public' || user !== undefined;
}

/** The logo. Its alternative text is empty, since the name of the store is next to it. */
function renderLogo(portal: PageReader['portal']): Html {
  const { logo, addresses } = portal;
  return logo
    ? html`<img class="logo" src="${addresses.path}/assets/${logo.name}" alt="" height="36" />`
    : html`<img class="mark" src="${assetPath(portal, 'favicon.svg')}" alt="" width="28" height="28" />`;
}

function renderAccount(path: string, user: StoreUser, csrf: string): Html {
  return html`<span class="reader"><bdi>${user.displayName}</bdi></span>
    <form method="post" action="${path}/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button class="quiet" type="submit">${navigation.signOut}</button>
    </form>`;
}
