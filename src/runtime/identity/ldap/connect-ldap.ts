import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type ConnectionOptions } from 'node:tls';
import { Client } from 'ldapts';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';

/** A declared directory, with its secrets read. */
export interface LdapSettings {
  readonly provider: LdapProvider;
  /** PEM certificates. */
  readonly ca?: string;
  /** The password of the account that searches; present if `provider.bind` is. */
  readonly bindPassword?: string;
}

/** The OID of the StartTLS request (RFC 4511 section 4.14). */
const startTls = '1.3.6.1.4.1.1466.20037';

/** A client on one connection, which closes when this object is disposed. */
interface LdapConnection extends AsyncDisposable {
  readonly client: Client;
}

/**
 * Connects to a directory, with TLS if it is declared. The connection is destroyed after the provider's `timeoutMs`,
 * even if it is still in use. Rejects with the error of the network or of the directory.
 */
export async function connectLdap({ provider, ca }: LdapSettings): Promise<LdapConnection> {
  const { protocol, hostname, port } = new URL(provider.url);
  const isSecure = protocol === 'ldaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const tcp = connectTcp({ host, port: Number(port) || (isSecure ? 636 : 389) });
  const timer = setTimeout(() => tcp.destroy(timedOut(provider.timeoutMs)), provider.timeoutMs);
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    tcp.destroy();
  };
  try {
    await waitForEvent(tcp, 'connect');
    if (provider.startTls && !isSecure) await requestTls(tcp);
    const socket = isSecure || provider.startTls ? await secure(tcp, host, ca) : tcp;
    return { client: createClientOn(socket), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Requests TLS with a separate client, whose receive buffer is then discarded: data that an attacker injects into the
 * unencrypted response would otherwise be read as a response of the directory.
 */
async function requestTls(tcp: Socket): Promise<void> {
  await createClientOn(tcp).exop(startTls);
  tcp.removeAllListeners('data');
}

async function secure(tcp: Socket, host: string, ca: string | undefined): Promise<Socket> {
  const options: ConnectionOptions = {
    socket: tcp,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }),
  };
  const socket = connectTls(options);
  tcp.once('error', (error) => socket.destroy(error));
  tcp.once('close', () => socket.destroy());
  await waitForEvent(socket, 'secureConnect');
  return socket;
}

/** The client never reconnects: a new connection would lack StartTLS, and passwords would be sent over it. */
function createClientOn(socket: Socket): Client {
  let isTaken = false;
  return new Client({
    url: 'ldap://connected',
    createConnection: () => {
      if (isTaken) throw new Error('the directory closed the connection');
      isTaken = true;
      return socket;
    },
  });
}

function waitForEvent(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('the directory closed the connection')));
  });
}

function timedOut(milliseconds: number): Error {
  return new Error(`the directory did not respond within ${milliseconds} ms`);
}
