import { sealSession, type LoginSession } from '../../../identity/login-session.ts';
import { renderConsent } from '../../../pages/consent-page.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage } from '../authorize-paths.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { identifyBrowser } from '../login/browser-identity.ts';
import { describeDestination } from '../describe-destination.ts';
import { consentForm, sealForm } from '../sealed-form.ts';
import type { Visit } from '../login/visit.ts';

/** Shows the page on which a user allows or denies what an application asks for. */
export async function showConsent(
  visit: Visit,
  request: AuthorizationRequest,
  session: LoginSession,
): Promise<Answer> {
  const { server } = visit;
  const { application, client, redirectUri, scopes, parameters } = request;
  const browser = await identifyBrowser(visit);
  const transaction = await sealForm(visit, consentForm, {
    id: server.mint.newIdentifier(),
    browser: browser.id,
    query: parameters.query,
    session: session.id,
    scopes,
  });
  const page = renderConsent({
    application: application.name,
    description: application.description,
    owner: application.owner,
    isSandbox: client.keySet === 'sandbox',
    user: session.displayName,
    destination: describeDestination(redirectUri),
    scopes: scopes.map((scope) => server.scopes.describe(scope) || scope),
    transaction,
    action: pathOfPage(server.settings, 'consent'),
    switchAction: pathOfPage(server.settings, 'switch'),
    grantsPage: pathOfPage(server.settings, 'grants'),
  });
  const cookies = { ...browser.cookies, session: await sealSession(server.mint, session) };
  return { status: 200, page, cookies };
}
