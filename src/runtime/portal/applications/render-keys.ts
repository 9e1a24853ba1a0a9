import { isPublicClient } from '../../../compiled/is-public-client.ts';
import type { KeySetName, ManifestApplication } from '../../../compiled/manifest.ts';
import { html, type Html } from '../../pages/html.ts';
import type { PortalAddresses } from '../portal-addresses.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../proposals/proposal-paths.ts';

const { keys } = texts.applications;

/** The key sets of an application: its consumer keys, and how many secrets there are, but nothing of them. */
export function renderKeys(addresses: PortalAddresses, application: ManifestApplication): Html {
  const rows = (['production', 'sandbox'] as const).map((keySet) =>
    renderRow(addresses, application, keySet),
  );
  return html`<section class="stack tight">
    <h2 id="keys">${keys.title}</h2>
    <p class="small quiet">${keys.explanation}</p>
    <div class="scroll" role="region" aria-labelledby="keys" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${keys.keySet}</th>
            <th scope="col">${keys.consumerKey}</th>
            <th scope="col">${keys.secrets}</th>
            <th scope="col">${texts.applications.subscriptions.actions}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function renderRow(addresses: PortalAddresses, application: ManifestApplication, name: KeySetName): Html {
  const found = application.keySets.find(({ keySet }) => keySet === name);
  const change = pathOfForm(addresses, 'keys', { application: application.name, keys: name });
  const secrets = isPublicClient(application) ? keys.isPublic : String(found?.secretDigests.length ?? 0);
  return html`<tr>
    <th scope="row">${keys.names[name]}</th>
    <td>
      ${found ? html`<code>${found.consumerKey}</code>` : html`<span class="quiet">${keys.none}</span>`}
    </td>
    <td>${found && secrets}</td>
    <td>
      <a href="${change}" aria-label="${found ? keys.rotate : keys.add}: ${keys.names[name]}"
        >${found ? keys.rotate : keys.add}</a
      >
    </td>
  </tr>`;
}
