import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName, ManifestApplication } from '#compiled/manifest.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import { texts } from '../texts/texts.ts';

const { keys } = texts.applications;

/** The key sets of an application: its consumer keys, and how many secrets there are, but nothing of them. */
export function renderKeys(addresses: PortalAddresses, application: ManifestApplication): Html {
  const rows = (['production', 'sandbox'] as const).map((keySet) =>
    listCells(addresses, application, keySet),
  );
  return html`<section class="stack tight">
    <h2 id="keys">${keys.title}</h2>
    <p class="small quiet">${keys.explanation}</p>
    ${renderDataTable({ headingId: 'keys' }, columns, rows)}
  </section>`;
}

const columns = [keys.keySet, keys.consumerKey, keys.secrets, texts.applications.subscriptions.actions].map(
  (title) => ({ title }),
);

function listCells(
  addresses: PortalAddresses,
  application: ManifestApplication,
  name: KeySetName,
): readonly HtmlPart[] {
  const found = application.keySets.find(({ keySet }) => keySet === name);
  const change = pathOfForm(addresses, 'keys', { application: application.name, keys: name });
  const secrets = isPublicClient(application) ? keys.isPublic : String(found?.secretDigests.length ?? 0);
  const action = found ? keys.rotate : keys.add;
  return [
    keys.names[name],
    found ? html`<code>${found.consumerKey}</code>` : html`<span class="quiet">${keys.none}</span>`,
    found && secrets,
    html`<a href="${change}" aria-label="${action}: ${keys.names[name]}">${action}</a>`,
  ];
}
