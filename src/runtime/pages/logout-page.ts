import { html, type Html } from './html.ts';
import { layOut } from './layout.ts';
import { texts } from './texts.ts';

export interface LogoutView {
  readonly user: string;
  /** What the form carries, sealed. */
  readonly transaction: string;
  readonly action: string;
}

const { logout } = texts;

/** The page on which a user logs out. */
export function renderLogout({ user, transaction, action }: LogoutView): Html {
  return layOut(
    logout.title,
    html`<h1>${logout.title}</h1>
      <p>${logout.user} <bdi>${user}</bdi>.</p>
      <p>${logout.explanation}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="transaction" value="${transaction}" />
        <button type="submit">${logout.submit}</button>
      </form>`,
  );
}

/** What a user sees who is not logged in, or no longer. */
export function renderLoggedOut(): Html {
  return layOut(
    logout.doneTitle,
    html`<h1>${logout.doneTitle}</h1>
      <p>${logout.doneExplanation}</p>`,
  );
}
