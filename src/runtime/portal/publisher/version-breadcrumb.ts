import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { pathOfOwnedApi, type NamedApi, type PortalAddresses } from '../visit/paths.ts';

const { publisher } = texts;

/** The breadcrumb of a page below that of an owned version. */
export function renderVersionBreadcrumb(
  addresses: PortalAddresses,
  entry: NamedApi & { readonly name: string },
): Html {
  return html`<nav class="trail" aria-label="${publisher.breadcrumb}">
    <ol>
      <li><a href="${addresses.path}/publisher">${publisher.title}</a></li>
      <li>
        <a href="${pathOfOwnedApi(addresses, entry)}"><bdi>${entry.name}</bdi> ${entry.version}</a>
      </li>
    </ol>
  </nav>`;
}
