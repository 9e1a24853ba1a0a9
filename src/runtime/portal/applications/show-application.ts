import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ManifestApplication, KeySetName } from '#compiled/manifest.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { listOwnOpen, renderOwnOpen } from '../proposals/waiting/own-open-proposals.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { renderGaps } from './application-gaps.ts';
import { ownApplications } from './owned-applications.ts';
import { renderApplicationUsage } from './render-application-usage.ts';
import { renderContacts } from './webhook-key.ts';
import { renderSubscriptions } from './render-subscriptions.ts';

const labels = texts.applications;
const { keys } = labels;

/**
 * Shows one application of the reader. The response for another owner's application is the same as for an unknown one.
 */
export async function showApplication(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, parameters } = visit;
  const [own] = ownApplications(visit, parameters['application']);
  if (!own) return showStoreProblem(portal, 'page_unknown');
  const { application } = own;
  const { addresses } = portal;
  const open = await listOwnOpen(visit);
  const ofApplication = open.filter(({ subject }) => subject?.application === application.name);
  const main = html`${renderHead(addresses, application)} ${renderOwnOpen(visit, ofApplication)}
  ${renderGaps(addresses, own)} ${renderFacts(portal, application)} ${renderKeys(addresses, application)}
  ${renderContacts(visit, application)} ${renderSubscriptions(visit, own)}
  ${await renderApplicationUsage(visit, application.name)}`;
  return { status: 200, page: { title: application.name, main, section: 'applications' } };
}

function renderHead(addresses: PortalAddresses, { name, description }: ManifestApplication): Html {
  const actions = (
    ['settings', 'rename-application', 'transfer-application', 'delete-application'] as const
  ).map(
    (form) =>
      html`<a class="button quiet" href="${pathOfForm(addresses, form, { application: name })}"
        >${labels.change[form]}</a
      > `,
  );
  return html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${addresses.path}/applications">${labels.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1><bdi>${name}</bdi></h1>
      ${description === undefined ? undefined : html`<p class="lead"><bdi>${description}</bdi></p>`}
      <p class="actions">${actions}</p>
    </div>`;
}

function renderFacts(
  { nameOwner }: Portal,
  { type, owner, grants, callbackUrls, limit }: ManifestApplication,
): Html {
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${labels.facts}</h2>
    <dl class="facts">
      <dt>${labels.type}</dt>
      <dd>${labels.types[type]}</dd>
      <dt>${labels.owner}</dt>
      <dd><bdi>${nameOwner(owner)}</bdi></dd>
      <dt>${labels.grants}</dt>
      <dd>${renderCodes(grants)}</dd>
      <dt>${labels.callbackUrls}</dt>
      <dd>${renderCodes(callbackUrls)}</dd>
      <dt>${labels.limit}</dt>
      <dd>${limit ? labels.limitOf(limit) : labels.noLimit}</dd>
    </dl>
  </section>`;
}

function renderCodes(codes: readonly string[]): Html {
  if (codes.length === 0) return html`<span class="quiet">${labels.nothing}</span>`;
  return html`<ul class="codes">
    ${codes.map((code) => html`<li><code>${code}</code></li>`)}
  </ul>`;
}

/** The key sets of an application: consumer keys and the number of secrets, but no secrets or digests. */
function renderKeys(addresses: PortalAddresses, application: ManifestApplication): Html {
  const rows = (['production', 'sandbox'] as const).map((keySet) =>
    listCells(addresses, application, keySet),
  );
  return html`<section class="stack tight">
    <h2 id="keys">${keys.title}</h2>
    <p class="small quiet">${keys.explanation}</p>
    ${renderDataTable({ headingId: 'keys' }, columns, rows)}
  </section>`;
}

const columns = [keys.keySet, keys.consumerKey, keys.secrets, labels.subscriptions.actions].map((title) => ({
  title,
}));

function listCells(
  addresses: PortalAddresses,
  application: ManifestApplication,
  name: KeySetName,
): readonly HtmlPart[] {
  const found = application.keySets.find(({ keySet }) => keySet === name);
  const change = pathOfForm(addresses, 'keys', { application: application.name, keys: name });
  const secrets = isPublicClient(application) ? keys.isPublic : formatCount(found?.secretDigests.length ?? 0);
  const action = found ? keys.rotate : keys.add;
  return [
    keys.names[name],
    found ? html`<code>${found.consumerKey}</code>` : html`<span class="quiet">${keys.none}</span>`,
    found && secrets,
    html`<a href="${change}" aria-label="${action}: ${keys.names[name]}">${action}</a>`,
  ];
}
