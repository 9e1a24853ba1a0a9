import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';

export const campus: LdapProvider = {
  type: 'ldap',
  name: 'campus',
  url: 'ldap://127.0.0.1',
  startTls: false,
  searchBase: 'dc=example,dc=edu',
  searchFilter: '(&(objectClass=inetOrgPerson)(uid={username}))',
  subjectAttribute: 'mail',
  displayNameAttribute: 'displayName',
  emailAttribute: 'mail',
  groupAttribute: 'memberOf',
  bind: { dn: 'cn=reader,dc=example,dc=edu', password: { fromEnv: 'READER' } },
  timeoutMs: 5000,
  recheckSeconds: 60,
  maximumUncheckedSeconds: 28_800,
};

/** A server for one test; `closed` resolves with the end of its first connection. */
export async function listen(accept: (socket: Socket) => void) {
  const closed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => closed.resolve());
    // Without a reader the end of the other side goes unnoticed.
    socket.on('data', () => undefined);
    accept(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, closed: closed.promise };
}
