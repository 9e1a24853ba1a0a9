import { markHidden } from '#compiled/names/hidden-characters.ts';
import { html, showName } from './html.ts';
import { layOut, layOutEnd, type Page } from './layout.ts';
import { texts } from './texts.ts';

export interface LogoutView {
  readonly user: string;
  /** The service with which the user logged in, if it was another service. */
  readonly provider: string | undefined;
  /** Sealed data, which the form sends back. */
  readonly transaction: string;
  readonly action: string;
  /** The page of the user's grants. */
  readonly grantsPage: string;
}

const { logout } = texts;

/** The page on which a user logs out. */
export function renderLogout({ user, provider, transaction, action, grantsPage }: LogoutView): Page {
  return layOut(
    logout.title,
    html`<h1>${logout.title}</h1>
      <p>${logout.user} ${showName(user)}.</p>
      ${provider === undefined ? undefined : html`<p>${logout.alsoThere(markHidden(provider))}</p>`}
      <p>${logout.explanation} <a href="${grantsPage}">${logout.grants}</a></p>
      <form method="post" action="${action}">
        <input type="hidden" name="transaction" value="${transaction}" />
        <button type="submit">${logout.submit}</button>
      </form>`,
  );
}

/** The result of the logout at the service with which the user had logged in. */
export interface LeftService {
  readonly displayName: string;
  /** `not_offered` if it has no logout for other sites, `unavailable` if it does not respond. */
  readonly outcome: 'requested' | 'not_offered' | 'unavailable';
}

/** The page for users who are not logged in, or who have just logged out. */
export function renderLoggedOut(left?: LeftService): Page {
  return layOutEnd(
    logout.doneTitle,
    html`<h1>${logout.doneTitle}</h1>
      <p>${logout.doneExplanation}</p>
      ${left && html`<p>${logout.outcomes[left.outcome](markHidden(left.displayName))}</p>`}`,
  );
}
