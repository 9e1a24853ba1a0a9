import { sealSession } from '#runtime/identity/login-session.ts';
import { renderGrants } from '#runtime/pages/grants-page.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage } from '../authorize-paths.ts';
import { identifyBrowser } from '../login/browser-identity.ts';
import { findSession } from '../login/find-session.ts';
import { listAccess } from './granted-access.ts';
import { describeScope } from './describe-scope.ts';
import { goalOfGrants } from '../login/login-goal.ts';
import { grantsForm, sealForm } from '../sealed-form.ts';
import { showLogin } from '../login/show-login.ts';
import type { Visit } from '../login/visit.ts';

/** Shows the user's grants with forms to revoke them, or the login page. Rejects if the store cannot be reached. */
export async function showGrants(visit: Visit): Promise<Answer> {
  const { server } = visit;
  const session = await findSession(visit);
  if (!session) return showLogin(visit, goalOfGrants(server));
  const browser = await identifyBrowser(visit);
  const granted = await listAccess(server, session.subject);
  const page = renderGrants({
    user: session.displayName,
    granted: granted.map(({ application: { name, owner }, scopes, ...access }) => ({
      ...access,
      application: name,
      owner,
      scopes: scopes.map((scope) => describeScope(server, scope)),
    })),
    transaction: await sealForm(visit, grantsForm, { browser: browser.id, session: session.id }),
    action: pathOfPage(server.settings, 'grants'),
    logoutPage: pathOfPage(server.settings, 'logout'),
  });
  const cookies = { ...browser.cookies, session: await sealSession(server.mint, session) };
  return { status: 200, page, cookies };
}
