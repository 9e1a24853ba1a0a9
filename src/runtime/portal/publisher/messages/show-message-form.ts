import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { renderSummary, type FormProblem } from '../../proposals/form-problem.ts';
import { renderField } from '../../proposals/render-field.ts';
import { withProblems } from '../../proposals/show-form.ts';
import { renderWithin } from '../../pages/render-within.ts';
import { formatCount } from '../../texts/quantities.ts';
import { renderEmail } from '../../texts/render-email.ts';
import { renderVersionBreadcrumb } from '../version-breadcrumb.ts';
import { texts } from '../../texts/texts.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import type { OwnedVersion } from '../owned-versions.ts';
import { composeMessage } from './compose-message.ts';
import { messageFields, readMessage } from './message-fields.ts';
import { pathOfMessageForm } from './message-paths.ts';
import { findReached } from './reached-applications.ts';

const { messages: words } = texts;

/** Shows the form, filled with what was typed, and what was wrong with it. */
export function showMessageForm(
  visit: StoreVisit,
  version: OwnedVersion,
  { problem, notice }: { readonly problem?: FormProblem; readonly notice?: string } = {},
): StoreAnswer {
  const { portal, form, csrf } = visit;
  const fields = messageFields(form);
  const shown = withProblems(withoutProblems(fields), problem?.fields ?? []);
  const title = words.title(version.key.replace('/', ' '));
  const main = html`${renderHead(visit, version, title, words.lead)}
    ${problem && renderSummary(problem, fields)}
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    ${portal.settings.notices ? undefined : html`<p class="notice">${renderSentence(words.unconfigured)}</p>`}
    ${renderReached(visit, version)}
    <form class="form" method="post" action="${pathOfMessageForm(portal.addresses, version.entry)}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${shown.map(renderField)}
      <div class="actions">
        <button type="submit" name="step" value="preview">${words.preview}</button>
      </div>
    </form>`;
  const heading = problem ? texts.proposals.form.titleOfRefused(title) : title;
  return { status: problem?.status ?? 200, page: { title: heading, main, section: 'publisher' } };
}

/** Only a form that was refused shows what is wrong, and not one that is edited again. */
function withoutProblems(fields: ReturnType<typeof messageFields>) {
  return fields.map(({ problem: _problem, ...field }) => field);
}

/** Shows what will be sent, and to how many. The identifier in the form makes sure that it is sent once. */
export function showMessagePreview(visit: StoreVisit, version: OwnedVersion): StoreAnswer {
  const { portal, form, csrf } = visit;
  const message = readMessage(form);
  const { recipients } = findReached(portal, version.key, message.audience);
  const title = words.title(version.key.replace('/', ' '));
  const main = html`${renderHead(visit, version, title, words.previewLead)}
    ${recipients.length === 0 ? html`<p class="problem" role="alert">${words.nobody}</p>` : undefined}
    ${renderReached(visit, version)} ${renderSent(visit, version)}
    <form method="post" action="${pathOfMessageForm(portal.addresses, version.entry)}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="message" value="${portal.sessions.newIdentifier()}" />
      ${Object.entries(message).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div class="actions">
        ${
          recipients.length === 0
            ? undefined
            : html`<button type="submit" name="step" value="send">${words.send(recipients.length)}</button>`
        }
        <button class="quiet" type="submit" name="step" value="edit">${words.edit}</button>
      </div>
    </form>`;
  const status = recipients.length === 0 ? 422 : 200;
  return { status, page: { title, main, section: 'publisher' } };
}

/**
 * The message as one of the applications gets it. The other channel is described in a sentence, since a page has at most
 * 100 kB.
 */
function renderSent(visit: StoreVisit, version: OwnedVersion): Html {
  const { recipients, ...content } = composeMessage(visit, version, '');
  const byEmail = recipients.find(({ contacts }) => contacts.email !== undefined);
  const hasWebhook = recipients.some(({ contacts }) => contacts.webhook !== undefined);
  const { subject, text } = byEmail
    ? renderEmail(byEmail.application, { type: 'api.message', ...content })
    : content;
  return html`<section class="stack tight">
    <h2><bdi>${subject}</bdi></h2>
    ${byEmail && html`<p class="quiet small">${words.asEmail} <bdi>${byEmail.application}</bdi></p>`}
    <p class="plain-text"><bdi>${text}</bdi></p>
    ${byEmail && hasWebhook ? html`<p class="quiet small">${renderSentence(words.asWebhook)}</p>` : undefined}
  </section>`;
}

/** The beginning of a page about a message: the way back, the title and one sentence. */
export function renderHead(
  { portal: { addresses } }: StoreVisit,
  { entry }: OwnedVersion,
  title: string,
  lead: string,
): Html {
  return html`${renderVersionBreadcrumb(addresses, entry)}
    <div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${renderSentence(lead)}</p>
    </div>`;
}

/** The maximum length of the names that are listed, since a page has at most 100 kB. */
const maxMarkup = 15_000;

/** How many subscribers are reached, and the names of those that are not. No address is shown. */
function renderReached({ portal, form }: StoreVisit, { key }: OwnedVersion): Html {
  const { audience } = readMessage(form);
  const { recipients, missed } = findReached(portal, key, audience);
  const { shown } = renderWithin(missed, maxMarkup, (name) => html`<li><bdi class="tag">${name}</bdi></li>`);
  const left = missed.length - shown.length;
  return html`<section class="stack tight">
    <h2>${words.reached}</h2>
    <p>${words.audiences[audience]}: ${words.counts(recipients.length, recipients.length + missed.length)}</p>
    ${
      missed.length === 0
        ? undefined
        : html`<p class="quiet small">${words.unreachable}:</p>
            <ul class="tags">
              ${shown} ${left > 0 ? html`<li class="quiet">+ ${formatCount(left)}</li>` : undefined}
            </ul>`
    }
  </section>`;
}
