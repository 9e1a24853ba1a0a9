import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { pageKey } from './open-interop.ts';

/**
 * Serves an application that runs in the browser, on a separate origin. Its functions are called by the test: `begin()`
 * leads to the login, `finish()` comes back from it.
 */
export async function serveApplication(gatewayUrl: () => string): Promise<{ readonly url: string }> {
  const library = new URL('../browser/oidc-client-ts.js', import.meta.resolve('oidc-client-ts'));
  const script = await readFile(library, 'utf8');
  const server = createServer(({ url = '' }, response) => {
    const isScript = url === '/oidc-client-ts.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : renderPage(gatewayUrl()));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

function renderPage(gatewayUrl: string): string {
  const settings = {
    authority: gatewayUrl,
    metadataUrl: `${gatewayUrl}/.well-known/oauth-authorization-server`,
    client_id: pageKey,
    scope: 'dogs:read',
    automaticSilentRenew: false,
  };
  return `<!doctype html>
<title>Dogs</title>
<link rel="icon" href="data:," />
<script src="/oidc-client-ts.js"></script>
<script>
  const redirect_uri = location.origin + '/';
  const manager = new oidc.UserManager({ ...${JSON.stringify(settings)}, redirect_uri });
  const describe = ({ access_token, refresh_token, scope, state }) => ({ access_token, refresh_token, scope, state });
  const begin = () => manager.signinRedirect({ state: 'of the page' });
  const finish = async () => describe(await manager.signinCallback());
  const refresh = async () => describe(await manager.signinSilent());
  const revoke = () => manager.revokeTokens(['refresh_token']);
  const call = async (token) => {
    const headers = { authorization: 'Bearer ' + token };
    const answer = await fetch('${gatewayUrl}/dog_park/v1/dogs', { headers });
    return { status: answer.status, body: await answer.json() };
  };
</script>
`;
}
