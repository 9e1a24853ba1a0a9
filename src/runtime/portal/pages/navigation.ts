import { html, type Html } from '../../pages/html.ts';
import type { Portal } from '../portal.ts';
import { texts } from '../texts/texts.ts';
import type { StorePage, StoreSection } from './store-page.ts';

const { navigation } = texts.layout;

/** The header of every page: the name of the store, its sections, and who is signed in. */
export function renderNavigation({ section, reader }: StorePage, { title, addresses }: Portal): Html {
  const { path } = addresses;
  const link = (target: StoreSection, location: string) =>
    html`<li>
      <a href="${location}" ${section === target ? html` aria-current="true"` : undefined}
        >${navigation[target]}</a
      >
    </li>`;
  return html`<header>
    <a class="brand" href="${path}"><bdi>${title}</bdi></a>
    <nav aria-label="${navigation.label}">
      <ul>
        ${link('catalogue', path)}
        ${
          reader &&
          html`${link('applications', `${path}/applications`)} ${link('proposals', `${path}/proposals`)}
          ${link('publisher', `${path}/publisher`)}`
        }
      </ul>
    </nav>
    <div class="account">${renderAccount(path, reader)}</div>
  </header>`;
}

function renderAccount(path: string, reader: StorePage['reader']): Html {
  if (!reader) return html`<a class="button quiet" href="${path}/sign-in">${navigation.signIn}</a>`;
  return html`<span class="reader"><bdi>${reader.displayName}</bdi></span>
    <form method="post" action="${path}/sign-out">
      <input type="hidden" name="csrf" value="${reader.csrf}" />
      <button class="quiet" type="submit">${navigation.signOut}</button>
    </form>`;
}
