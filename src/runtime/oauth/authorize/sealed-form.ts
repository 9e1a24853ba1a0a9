import { Seal } from '#runtime/identity/seal.ts';
import { showProblem, type Answer } from './answer.ts';
import { pathOfPage, pathOfRequest, pathOfStoreSignIn } from './authorize-paths.ts';
import { findBrowser } from './login/browser-identity.ts';
import type { StoredGoal } from './login/login-goal.ts';
import { refuseToUser } from './refuse.ts';
import { nowOf, type Visit } from './login/visit.ts';

/** The sealed content of a form, valid only in one browser and for one purpose. */
export interface SealedForm {
  readonly browser: string;
}

/** The form of a login, with its goal. */
export interface FormOfLogin extends SealedForm, StoredGoal {}

/** The consent form, which belongs to one session and can be answered once. */
export interface ConsentForm extends SealedForm {
  /** The query of the authorization request. */
  readonly query: string;
  readonly id: string;
  readonly session: string;
  readonly scopes: readonly string[];
}

/** The form that revokes grants, which belongs to one session. */
export interface GrantsForm extends SealedForm {
  readonly session: string;
}

/** How long a form is valid: long enough for a user who types slowly or looks up a password. */
const seconds = 30 * 60;

export const loginForm = new Seal<FormOfLogin>('login-form-3');
export const consentForm = new Seal<ConsentForm>('consent-form-1');
export const logoutForm = new Seal<SealedForm>('logout-form-2');
export const grantsForm = new Seal<GrantsForm>('grants-form-1');

/** Seals the data of a form, for its field `transaction`. */
export function sealForm<Content extends SealedForm>(
  visit: Visit,
  seal: Seal<Content>,
  content: Content,
): Promise<string> {
  return seal.seal(visit.server.mint, content, endOfForm(visit));
}

/** When a form that is created now expires. */
export function endOfForm(visit: Visit): number {
  return nowOf(visit) + seconds;
}

/**
 * Opens the sealed content of a form. If it has expired or belongs to another browser, returns a page with the problem.
 */
export async function openForm<Content extends SealedForm>(
  visit: Visit,
  seal: Seal<Content>,
): Promise<{ readonly content: Content } | Answer> {
  const { server, form } = visit;
  const opened = await seal.open(server.mint, form.get('transaction') ?? '');
  if (!opened) return refuseToUser(visit, { problem: 'form_not_of_browser' });
  const startAgain = pathToBegin(visit, opened.content, seal === logoutForm);
  if (opened.content.browser !== (await findBrowser(visit)))
    return refuseToUser(visit, { problem: 'form_not_of_browser' }, startAgain);
  return opened.isExpired ? showProblem('form_expired', startAgain) : opened;
}

/**
 * The path of the page to start again from: an authorization request, the store, the logout page or the grants page.
 */
function pathToBegin({ server }: Visit, { query, store }: FormOfLogin, isLogout: boolean): string {
  const { settings } = server;
  if (store !== undefined) return pathOfStoreSignIn(settings, store);
  if (query !== undefined) return pathOfRequest(settings, query);
  return pathOfPage(settings, isLogout ? 'logout' : 'grants');
}
