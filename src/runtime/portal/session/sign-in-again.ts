import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { texts } from '../texts/texts.ts';
import { requireUser } from '../visit/store-user.ts';
import {
  signedInAgainField,
  type StoreAnswer,
  type StorePageAnswer,
  type StoreVisit,
} from '../visit/store-visit.ts';

const { signInAgain, signedInAgain } = texts.session;

/** The path of the page that a sign-in in another tab ends with. */
export const signedInAgainPath = '/signed-in-again';

/**
 * Asks the user of a form whose session has ended to sign in in another tab, and to continue in this one. The page
 * carries what was typed, so that the server stores nothing. `target` is the path and query that the form was sent to.
 */
export function showSignInAgain(
  { portal: { addresses }, form, files }: StoreVisit,
  target: string,
): StorePageAnswer {
  const back = new URLSearchParams({ return: addresses.path + signedInAgainPath });
  const main = html`<div class="page-head">
      <h1>${texts.problems.signed_out.title}</h1>
      <p class="lead">${signInAgain.explanation}</p>
    </div>
    <p>
      <a class="button" href="${addresses.path}/sign-in?${back.toString()}" target="_blank" rel="noopener"
        >${signInAgain.signIn}</a
      >
    </p>
    ${files && files.size > 0 ? html`<p class="notice">${signInAgain.chooseFiles}</p>` : undefined}
    <form method="post" action="${target}" ${files && html`enctype="multipart/form-data"`}>
      ${renderTyped(form)}
      <input type="hidden" name="${signedInAgainField}" value="on" />
      <button class="quiet" type="submit">${signInAgain.next}</button>
    </form>
    <p class="quiet small">${texts.layout.code}: <code>signed_out</code></p>`;
  return { status: 403, page: { title: texts.problems.signed_out.title, main } };
}

/** Hidden fields with what was typed, but without what belongs to the session that has ended. */
function renderTyped(form: Form): readonly Html[] {
  return [...form]
    .filter(([name]) => name !== 'csrf' && name !== signedInAgainField)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Sends the user back to the tab with the form. */
export function showSignedInAgain(visit: StoreVisit): StoreAnswer {
  const main = html`<div class="page-head">
      <h1>${signedInAgain.title(requireUser(visit).displayName)}</h1>
      <p class="lead">${signedInAgain.explanation}</p>
    </div>
    <p><a class="button quiet" href="${visit.portal.addresses.path}">${texts.catalogue.showAll}</a></p>`;
  return { status: 200, page: { title: signedInAgain.shortTitle, main } };
}
