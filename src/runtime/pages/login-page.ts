import { markHidden } from '#compiled/names/hidden-characters.ts';
import { html, showName, type Html } from './html.ts';
import { layOut, type Page } from './layout.ts';
import { texts, type LoginProblem } from './texts.ts';

export interface LoginView {
  /** Absent if the login is for the store or the page of grants, not for an application. */
  readonly application?: string | undefined;
  /** The owner's description of the application. */
  readonly description?: string | undefined;
  /** The store that the login is for, with its address if it shows its catalogue without a login; absent if it is not for a store. */
  readonly store?: { readonly title: string; readonly url?: string } | undefined;
  /** Sealed data, which the forms send back. */
  readonly transaction: string;
  /** The target of the password form; absent if no directory checks passwords. */
  readonly passwordAction?: string | undefined;
  readonly federatedAction: string;
  readonly federations: readonly { readonly name: string; readonly displayName: string }[];
  /** The user name that was typed before. */
  readonly username: string;
  readonly problem?: LoginProblem | undefined;
}

const { login } = texts;

/** The page on which a user logs in, with a password or at another service. */
export function renderLogin(view: LoginView): Page {
  const { description, problem, passwordAction, federations } = view;
  const heading = headingOf(view);
  const main = html`<h1>${heading}</h1>
    ${description === undefined ? undefined : html`<p class="quiet">${showName(description)}</p>`}
    ${problem && renderProblem(problem, passwordAction !== undefined)}
    ${passwordAction === undefined ? undefined : renderPasswordForm(view, passwordAction)}
    ${passwordAction === undefined || federations.length === 0 ? undefined : html`<p class="or">${login.or}</p>`}
    ${federations.map((federation) => renderFederation(view, federation))}
    ${view.store && renderWayBack(view.store)}`;
  return layOut(problem ? login.titleOfProblem(heading) : heading, main);
}

function renderWayBack({ title, url }: NonNullable<LoginView['store']>): Html | undefined {
  return url === undefined ? undefined : html`<p><a href="${url}">${login.backToStore(title)}</a></p>`;
}

function headingOf({ application, store }: LoginView): string {
  if (store !== undefined) return login.titleOfStore(store.title);
  return application === undefined ? login.titleOfGrants : login.title(markHidden(application));
}

function renderProblem(problem: LoginProblem, hasField: boolean): Html {
  const link = html` <a href="#username">${login.correct}</a>`;
  return html`<div class="problem" role="alert">
    <p id="problem">${login.problems[problem]}${hasField && isOfPassword(problem) ? link : undefined}</p>
  </div>`;
}

function isOfPassword(problem: LoginProblem): boolean {
  return problem === 'incomplete' || problem === 'refused';
}

function renderPasswordForm({ transaction, username, problem, store }: LoginView, action: string): Html {
  const described = html` aria-describedby="problem"`;
  const attributes = problem && (isOfPassword(problem) ? html` aria-invalid="true"${described}` : described);
  const focus = html` autofocus="autofocus"`;
  return html`<form method="post" action="${action}">
    <input type="hidden" name="transaction" value="${transaction}" />
    <div class="field">
      <label for="username">${login.username}</label>
      <input
        id="username"
        name="username"
        value="${username}"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        required="required"
        ${attributes}${username === '' ? focus : undefined}
      />
    </div>
    <div class="field">
      <label for="password">${login.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required="required"
        ${attributes}${username === '' ? undefined : focus}
      />
    </div>
    <button type="submit">${store === undefined ? login.submit : login.submitOfStore}</button>
  </form>`;
}

function renderFederation(
  { federatedAction, transaction, passwordAction, federations }: LoginView,
  { name, displayName }: LoginView['federations'][number],
): Html {
  // A page has one main button, or none if several buttons have the same effect.
  const isMain = passwordAction === undefined && federations.length === 1;
  return html`<form method="post" action="${federatedAction}">
    <input type="hidden" name="transaction" value="${transaction}" />
    <button class="${isMain ? 'main' : 'other'}" type="submit" name="provider" value="${name}">
      ${login.with} ${showName(displayName)}
    </button>
  </form>`;
}
