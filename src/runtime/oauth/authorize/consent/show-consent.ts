import { sealSession, type LoginSession } from '#runtime/identity/login-session.ts';
import { renderConsent } from '#runtime/pages/consent-page.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage } from '../authorize-paths.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { describeScope } from './describe-scope.ts';
import { identifyBrowser } from '../login/browser-identity.ts';
import { consentForm, sealForm } from '../sealed-form.ts';
import type { Visit } from '../login/visit.ts';
import { texts } from '#runtime/pages/texts.ts';

/** Shows the page on which a user allows or denies an application's request. */
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
    scopes: scopes.map((scope) => describeScope(server, scope)),
    transaction,
    action: pathOfPage(server.settings, 'consent'),
    switchAction: pathOfPage(server.settings, 'switch'),
    grantsPage: pathOfPage(server.settings, 'grants'),
  });
  const cookies = { ...browser.cookies, session: await sealSession(server.mint, session) };
  return { status: 200, page, cookies };
}

/** The recipient of the response, in terms that a user can check: a host, or a program on the user's own device. */
function describeDestination(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (hostname === '127.0.0.1' || hostname === '[::1]') return texts.consent.localProgram(host);
  return host === '' ? texts.consent.schemeProgram(protocol.slice(0, -1)) : host;
}
