import { html, type Html } from '#runtime/pages/html.ts';
import { assetPath } from '../assets/asset-path.ts';
import type { StoreUser } from '../session/store-user.ts';
import { texts } from '../texts/texts.ts';
import type { PageReader, StorePage, StoreSection } from './store-page.ts';

const { navigation } = texts.layout;

/** The header of every page: the name of the store, its sections, and who is signed in. */
export function renderNavigation({ section }: StorePage, { portal, user, csrf }: PageReader): Html {
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
        ${
          user &&
          html`${link('applications', `${path}/applications`)}
          ${portal.makesProposals ? link('proposals', `${path}/proposals`) : undefined}
          ${link('publisher', `${path}/publisher`)}`
        }
      </ul>
    </nav>
    <div class="account">${renderAccount(path, user, csrf)}</div>
  </header>`;
}

/** The name of the store is next to it, so it needs no text. */
function renderLogo(portal: PageReader['portal']): Html {
  const { logo, addresses } = portal;
  return logo
    ? html`<img class="logo" src="${addresses.path}/assets/${logo.name}" alt="" height="36" />`
    : html`<img class="mark" src="${assetPath(portal, 'favicon.svg')}" alt="" width="28" height="28" />`;
}

function renderAccount(path: string, user: StoreUser | undefined, csrf: string): Html {
  if (!user) return html`<a class="button quiet" href="${path}/sign-in">${navigation.signIn}</a>`;
  return html`<span class="reader"><bdi>${user.displayName}</bdi></span>
    <form method="post" action="${path}/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button class="quiet" type="submit">${navigation.signOut}</button>
    </form>`;
}
