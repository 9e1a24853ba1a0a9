import type { ManifestApplication } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { requireUser } from '../visit/store-user.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { ownApplications, pathOfApplication } from './owned-applications.ts';

const labels = texts.applications.notices;

/** Shows the key of the webhook of an application to its owners. It is a form, so that no link and no history leads to it. */
export const webhookKeyEndpoint: PortalEndpoint = {
  method: 'POST',
  path: '/applications/:application/webhook-key',
  use: 'form',
  audience: 'signed-in',
  answer: showWebhookKey,
};

/** Where an application receives notices; undefined if the gateway sends none. */
export function renderContacts(
  { portal, csrf }: StoreVisit,
  { name, notices }: ManifestApplication,
): Html | undefined {
  const { addresses, settings } = portal;
  if (!settings.notices) return undefined;
  const { email, webhook } = notices ?? {};
  const { smtp, webhooks } = settings.notices;
  return html`<section class="stack tight">
    <h2>${labels.title}</h2>
    <p class="small quiet">${labels.explanation}</p>
    ${
      notices
        ? html`<dl class="facts">
            ${renderContact(labels.email, email, smtp !== undefined)}
            ${renderContact(labels.webhook, webhook, webhooks !== undefined)}
          </dl>`
        : html`<p class="notice">${renderSentence(labels.none)}</p>`
    }
    <p>
      <a href="${pathOfForm(addresses, 'settings', { application: name })}#email"
        >${notices ? labels.change : labels.add}</a
      >
    </p>
    ${
      webhook !== undefined && webhooks
        ? html`<form method="post" action="${pathOfApplication(addresses, name)}/webhook-key">
            <input type="hidden" name="csrf" value="${csrf}" />
            <button class="quiet" type="submit">${labels.showKey}</button>
          </form>`
        : undefined
    }
  </section>`;
}

function renderContact(label: string, address: string | undefined, isSent: boolean): Html | undefined {
  if (address === undefined) return undefined;
  return html`<dt>${label}</dt>
    <dd>
      <code><bdi>${address}</bdi></code>
      ${isSent ? undefined : html`<span class="quiet small">(${labels.notSent})</span>`}
    </dd>`;
}

async function showWebhookKey(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, parameters } = visit;
  const [own] = ownApplications(visit, parameters['application']);
  if (own?.application.notices?.webhook === undefined) return showStoreProblem(portal, 'page_unknown');
  const { name } = own.application;
  const { subject, username } = requireUser(visit);
  const found = await portal.services.notices.readWebhookKey(name, { subject, username });
  if (found === 'unconfigured') return showStoreProblem(portal, 'page_unknown');
  const isUnreadable = found === 'unreadable';
  const title = isUnreadable ? labels.keyUnreadable : labels.keyTitle(name);
  const main = html`<div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${isUnreadable ? labels.keyUnreadableHelp : labels.keyLead}</p>
    </div>
    ${isUnreadable ? undefined : html`<p><code>${found.key}</code></p>`}
    <p><a class="button quiet" href="${pathOfApplication(portal.addresses, name)}">${labels.back}</a></p>`;
  return { status: isUnreadable ? 503 : 200, page: { title, main, section: 'applications' } };
}
