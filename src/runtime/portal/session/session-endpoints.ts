import { storeSignOutSeal, storeTicketSeconds } from '#runtime/identity/store-sign-in.ts';
import { html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { requireUser } from '../visit/store-user.ts';
import type { PortalEndpoint, StoreAnswer, StorePageAnswer, StoreVisit } from '../visit/store-visit.ts';
import { showSignedInAgain, signedInAgainPath } from './sign-in-again.ts';
import { beginSignIn, finishSignIn } from './sign-in.ts';

const { signedOut } = texts.session;

export const sessionEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/sign-in', use: 'page', audience: 'all', answer: beginSignIn },
  { method: 'GET', path: '/signed-in', use: 'page', audience: 'all', answer: finishSignIn },
  { method: 'POST', path: '/sign-out', use: 'form', audience: 'signed-in', answer: signOut },
  { method: 'GET', path: '/signed-out', use: 'page', audience: 'all', answer: showSignedOut },
  {
    method: 'GET',
    path: signedInAgainPath,
    use: 'page',
    audience: 'signed-in',
    answer: showSignedInAgain,
  },
];

/**
 * Ends the session at the store and at the authorization server. The page then forwards the browser to the login pages,
 * to delete its cookies there and to log out at an identity provider. It uses `refresh`, since browsers may block a
 * redirect to another host after a form.
 */
async function signOut(visit: StoreVisit): Promise<StoreAnswer> {
  const { sessions, settings } = visit.portal;
  const { sealing } = sessions;
  const { sessionId: session } = requireUser(visit);
  await sessions.endSession(session);
  const until = sealing.clock() / 1000 + storeTicketSeconds;
  const ticket = await storeSignOutSeal.seal(sealing, { session }, until);
  const location = `${settings.authUrl}/authorize/store/sign-out?ticket=${ticket}`;
  return { ...pageFor(visit), headers: { refresh: `0; url=${location}` }, cookies: { session: '' } };
}

/** Tells a browser that returns from the login pages that nobody is signed in. */
function showSignedOut(visit: StoreVisit): StoreAnswer {
  return visit.user ? { location: visit.portal.addresses.path } : pageFor(visit);
}

function pageFor({ portal }: StoreVisit): StorePageAnswer {
  const main = html`<div class="page-head">
      <h1>${signedOut.title}</h1>
      <p class="lead">${signedOut.explanation}</p>
    </div>
    <p><a class="button quiet" href="${portal.addresses.path}">${texts.catalogue.showAll}</a></p>`;
  return { status: 200, page: { title: signedOut.title, main } };
}
