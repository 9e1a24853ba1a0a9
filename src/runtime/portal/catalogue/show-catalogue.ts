import { html, type Html } from '../../pages/html.ts';
import { pathOfApi } from '../portal-addresses.ts';
import type { StoreAnswer } from '../store-answer.ts';
import type { StoreVisit } from '../store-visit.ts';
import { texts } from '../texts/texts.ts';
import type { CatalogueApi } from './catalogue.ts';

const { catalogue } = texts;

/** Shows the APIs of the catalogue. */
export function showCatalogue({ portal }: StoreVisit): StoreAnswer {
  const apis = portal.catalogue.apis();
  const main = html`<h1>${catalogue.title}</h1>
    ${
      apis.length === 0
        ? html`<p>${catalogue.empty}</p>`
        : html`<ul class="cards">
            ${apis.map(renderApi)}
          </ul>`
    }`;
  return { status: 200, page: { title: catalogue.title, main, section: 'catalogue' } };

  function renderApi({ name, versions }: CatalogueApi): Html {
    return html`<li>
      <h2><bdi>${name}</bdi></h2>
      <ul>
        ${versions.map(
          ({ entry }) => html`<li><a href="${pathOfApi(portal.addresses, entry)}">${entry.version}</a></li>`,
        )}
      </ul>
    </li>`;
  }
}
