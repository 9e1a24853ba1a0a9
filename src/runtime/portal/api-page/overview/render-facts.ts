import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderApiState } from '../../pages/badge.ts';
import { pathOfApi, pathOfReference } from '../../visit/paths.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfDocument } from '../api-paths.ts';
import { callAddress } from '../call-address.ts';
import type { FoundVersion } from '../find-version.ts';
import { cutText, renderWithin } from '../../pages/render-within.ts';

const { apiPage } = texts;

/** The facts about an API version: where it is called, who owns it, its other versions, its document. */
export function renderFacts({ portal }: StoreVisit, found: FoundVersion): Html {
  const { entry, api } = found;
  const { baseUrl, headers } = callAddress(portal.settings, entry);
  return html`<dl class="facts stacked">
    <dt>${apiPage.baseAddress}</dt>
    <dd><code>${baseUrl}</code></dd>
    ${headers.map(
      ([name, value]) =>
        html`<dt>${apiPage.versionHeader}</dt>
          <dd><code>${name}: ${value}</code></dd>`,
    )}
    ${renderFurther(entry, portal.settings.gatewayUrl)}
    <dt>${apiPage.keySets}</dt>
    <dd>${listKeySets(found).join(', ') || apiPage.noKeySets}</dd>
    <dt>${apiPage.owner}</dt>
    <dd><bdi>${cutText(api.owner, 200)}</bdi></dd>
    ${
      api.limit &&
      html`<dt>${apiPage.limit}</dt>
        <dd>${apiPage.limitOf(api.limit.requests, api.limit.unit)}</dd>`
    }
    ${
      api.addressLimit &&
      html`<dt>${apiPage.addressLimit}</dt>
        <dd>${apiPage.limitOf(api.addressLimit.requests, api.addressLimit.unit)}</dd>`
    }
    <dt>${apiPage.documents}</dt>
    <dd>
      <a
        href="${pathOfDocument(portal.addresses, entry)}"
        download="${`${entry.context}-${entry.version}.json`}"
        >${apiPage.document}</a
      >, ${apiPage.documentHint}
    </dd>
    <dd>
      <a href="${pathOfReference(portal.addresses, entry)}">${texts.viewer.title}</a>, ${texts.viewer.hint}
    </dd>
  </dl>`;
}

/** Those that are going to end say so. */
function renderFurther({ alsoAt }: ManifestApi, gatewayUrl: string): Html | undefined {
  return (
    alsoAt &&
    html`<dt>${apiPage.furtherAddresses}</dt>
      ${alsoAt.map(
        ({ path, deprecation }) =>
          html`<dd><code>${gatewayUrl}${path}</code>${deprecation && ` (${apiPage.deprecatedAddress})`}</dd>`,
      )}`
  );
}

/** The kinds of keys that calls of the version can be made with. */
function listKeySets({ api }: FoundVersion): readonly string[] {
  const names: readonly KeySetName[] = ['production', 'sandbox'];
  return names.filter((name) => api.endpoints[name]).map((name) => apiPage.keySet[name]);
}

/** All versions of the API, the newest first. */
export function renderVersions({ portal }: StoreVisit, { versions, entry: current }: FoundVersion): Html {
  const { shown } = renderWithin(
    versions,
    8000,
    ({ entry }) =>
      html`<li class="row">
        ${
          entry === current
            ? html`<strong aria-current="page">${entry.version}</strong>`
            : html`<a href="${pathOfApi(portal.addresses, entry)}">${entry.version}</a>`
        }
        ${renderApiState(entry.state)}
      </li>`,
  );
  return html`<section class="stack tight" aria-labelledby="versions">
    <h2 id="versions">${apiPage.versions}</h2>
    <ul class="stack tight plain">
      ${shown}
    </ul>
  </section>`;
}
