import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { assetPath } from '../assets/asset-path.ts';
import { renderNavigation } from './navigation.ts';
import type { PageReader, StorePage } from './store-page.ts';

/** A whole document. */
export function renderStorePage(page: StorePage, reader: PageReader): Html {
  const { portal } = reader;
  const { title, main, scripts = [] } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${portal.title}</title>
        <link rel="icon" type="image/svg+xml" href="${assetPath(portal, 'favicon.svg')}" />
        <link rel="stylesheet" href="${assetPath(portal, 'store.css')}" />
        ${scripts.map((script) => renderScript(assetPath(portal, script)))}
      </head>
      <body>
        <a class="skip" href="#main">${texts.layout.skip}</a>
        ${renderNavigation(page, reader)}
        <main id="main" tabindex="-1">${main}</main>
        <footer>
          <p>${texts.layout.footer(portal.compiled.manifest.organisation)}</p>
        </footer>
      </body>
    </html> `;
}

/** The bundler rewrites a template that contains the end tag of a script, with a module that is not installed. */
const scriptTag = 'script';

function renderScript(path: string): Html {
  return html`<script type="module" src="${path}"></${scriptTag}>`;
}

/**
 * The headers of a page: scripts and styles only from our own files, no frame around it, nothing from elsewhere,
 * nothing kept. The referrer stays within the origin: without any, browsers would send forms with `Origin: null`.
 */
export function storePageHeaders({ hasViewer = false }: StorePage): Readonly<Record<string, string>> {
  const styles = hasViewer ? "'self' 'unsafe-inline'" : "'self'";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
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
}
