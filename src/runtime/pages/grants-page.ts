import { markHidden } from '#compiled/names/hidden-characters.ts';
import { html, showName, type Html } from './html.ts';
import { layOut, type Page } from './layout.ts';
import { renderDay } from './show-day.ts';
import { texts } from './texts.ts';

/** A user's grants to an application. */
interface GrantedAccessView {
  readonly application: string;
  readonly owner: string;
  /** Descriptions of the scopes, in the words of the APIs' owners. */
  readonly scopes: readonly string[];
  readonly isSandbox: boolean;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  readonly lastUsedAt: number | undefined;
}

export interface GrantsView {
  readonly user: string;
  readonly granted: readonly GrantedAccessView[];
  /** Sealed data, which the forms send back. */
  readonly transaction: string;
  readonly action: string;
  readonly logoutPage: string;
}

const { grants } = texts;

/** The page on which users see the applications that can act for them, and revoke their access. */
export function renderGrants(view: GrantsView): Page {
  const { user, granted, logoutPage } = view;
  return layOut(
    grants.title,
    html`<h1>${grants.title}</h1>
      <p>${grants.user} ${showName(user)}. <a href="${logoutPage}">${grants.logout}</a></p>
      ${granted.length === 0 ? renderEmpty() : html`<p class="quiet">${grants.explanation}</p>`}
      ${granted.map((access) => renderAccess(view, access))}`,
  );
}

function renderEmpty(): Html {
  return html`<div class="empty">
    <p>${grants.none}</p>
    <p class="quiet">${grants.noneExplanation}</p>
  </div>`;
}

function renderAccess({ action, transaction }: GrantsView, access: GrantedAccessView): Html {
  const { application, owner, isSandbox, since, lastUsedAt, scopes } = access;
  return html`<section class="granted">
    <h2>${showName(application)}</h2>
    ${isSandbox ? html`<p class="sandbox">${grants.sandbox}</p>` : undefined} ${renderScopes(scopes)}
    <dl>
      <dt>${grants.owner}</dt>
      <dd>${showName(owner)}</dd>
      <dt>${grants.since}</dt>
      <dd>${renderDay(since)}</dd>
      ${
        lastUsedAt === undefined
          ? undefined
          : html`<dt>${grants.lastUsed}</dt>
              <dd>${renderDay(lastUsedAt)}</dd>`
      }
    </dl>
    <form method="post" action="${action}">
      <input type="hidden" name="transaction" value="${transaction}" />
      <button
        class="other"
        type="submit"
        name="application"
        value="${application}"
        aria-label="${grants.removeOf(markHidden(application))}"
      >
        ${grants.remove}
      </button>
    </form>
  </section>`;
}

function renderScopes(scopes: readonly string[]): Html {
  if (scopes.length === 0) return html`<p>${grants.allowsNothing}</p>`;
  return html`<p>${grants.allows}</p>
    <ul>
      ${scopes.map((scope) => html`<li>${showName(scope)}</li>`)}
    </ul>`;
}
