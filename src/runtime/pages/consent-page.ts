import { markHidden } from '#compiled/names/hidden-characters.ts';
import { html, showName, type Html } from './html.ts';
import { layOut, type Page } from './layout.ts';
import { texts } from './texts.ts';

export interface ConsentView {
  readonly application: string;
  /** The owner's description of the application. */
  readonly description?: string | undefined;
  readonly owner: string;
  readonly isSandbox: boolean;
  readonly user: string;
  /** The host that receives the response. */
  readonly destination: string;
  /** Descriptions of the scopes, in the words of the APIs' owners. */
  readonly scopes: readonly string[];
  /** Sealed data, which the forms send back. */
  readonly transaction: string;
  readonly action: string;
  readonly switchAction: string;
  /** The page of the user's grants. */
  readonly grantsPage: string;
}

const { consent } = texts;

/** The page on which a user allows or denies an application's request. No element of it has the initial focus. */
export function renderConsent(view: ConsentView): Page {
  const { application, description, owner, isSandbox, user, destination } = view;
  const title = consent.title(markHidden(application));
  const main = html`<h1>${title}</h1>
    ${description === undefined ? undefined : html`<p class="quiet">${showName(description)}</p>`}
    ${isSandbox ? html`<p class="sandbox">${consent.sandbox}</p>` : undefined} ${renderScopes(view.scopes)}
    <dl>
      <dt>${consent.user}</dt>
      <dd>${showName(user)}</dd>
      <dt>${consent.owner}</dt>
      <dd>${showName(owner)}</dd>
      <dt>${consent.leadsTo}</dt>
      <dd>${showName(destination)}</dd>
    </dl>
    ${renderChoice(view)} ${renderSwitch(view)}
    <p class="aside"><a href="${view.grantsPage}">${consent.grants}</a></p>`;
  return layOut(title, main);
}

function renderScopes(scopes: readonly string[]): Html {
  if (scopes.length === 0) return html`<p>${consent.withoutScopes}</p>`;
  return html`<p id="asks">${consent.requestedScopes}</p>
    <ul aria-labelledby="asks">
      ${scopes.map((scope) => html`<li>${showName(scope)}</li>`)}
    </ul>`;
}

function renderChoice({ action, transaction }: ConsentView): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="transaction" value="${transaction}" />
    <div class="choice">
      <button type="submit" name="decision" value="allow">${consent.allow}</button>
      <button class="other" type="submit" name="decision" value="deny">${consent.deny}</button>
    </div>
  </form>`;
}

function renderSwitch({ switchAction, transaction }: ConsentView): Html {
  return html`<form method="post" action="${switchAction}">
    <input type="hidden" name="transaction" value="${transaction}" />
    <button class="link" type="submit">${consent.switchUser}</button>
  </form>`;
}
