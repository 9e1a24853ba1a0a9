import { html, type Html } from '#runtime/pages/html.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import type { FoundVersion } from './find-version.ts';

/** The pages above a page about an API version; `page` is the one below that, if it is one. */
export function renderTrail(
  { portal }: StoreVisit,
  { entry, description }: FoundVersion,
  page?: string,
): Html {
  const { addresses } = portal;
  return html`<nav class="trail" aria-label="${texts.apiPage.trail}">
    <ol>
      <li><a href="${addresses.path}">${texts.catalogue.title}</a></li>
      ${
        page === undefined
          ? undefined
          : html`<li>
                <a href="${pathOfApi(addresses, entry)}"><bdi>${description.title}</bdi> ${entry.version}</a>
              </li>
              <li><bdi>${page}</bdi></li>`
      }
    </ol>
  </nav>`;
}
