import type { FastifyInstance } from 'fastify';
import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';
import { createListener } from './create-listener.ts';
import { createAuthorizationListener } from './external-authorization/create-authorization-listener.ts';
import { renewTls } from './follow-tls.ts';
import { closeListener, listen } from './listen.ts';
import type { ListenAddress, CallTls, PerListener } from '../served/servers.ts';
import type { ListenerOptions } from './listener-options.ts';

export interface CallListenersOptions extends Omit<ListenerOptions, 'tls' | 'timeouts'> {
  readonly tls: CallTls;
}

/** The listeners of one thread for calls, and for proxies that ask about theirs. */
export class CallListeners {
  readonly #listeners: PerListener<FastifyInstance>;

  constructor(options: CallListenersOptions) {
    const { settings, tls, ...shared } = options;
    const { externalAuthorization: authorization } = settings;
    this.#listeners = {
      calls: createListener({ ...shared, settings, tls: tls.calls }),
      ...(authorization && {
        authorization: createAuthorizationListener({
          ...shared,
          settings,
          authorization,
          tls: tls.authorization,
        }),
      }),
    };
  }

  /** Resolves with the ports. Rejects with a StartupError. */
  async listen(addresses: PerListener<ListenAddress>): Promise<PerListener<number>> {
    const { calls, authorization } = this.#listeners;
    const port = await listen(calls, addresses.calls);
    if (!authorization || !addresses.authorization) return { calls: port };
    return { calls: port, authorization: await listen(authorization, addresses.authorization) };
  }

  /** New connections get another certificate. */
  takeTls(material: TlsMaterial): void {
    const { calls, authorization } = this.#listeners;
    renewTls(calls.server, withoutClients(material));
    if (authorization) renewTls(authorization.server, material);
  }

  async close(): Promise<void> {
    await Promise.all(
      Object.values<FastifyInstance>({ ...this.#listeners }).map((app) => closeListener(app)),
    );
  }
}

/** Opens the listeners of a thread, until `opened` is disposed of. */
export function openCallListeners(
  options: CallListenersOptions,
  opened: AsyncDisposableStack,
): CallListeners {
  return opened.adopt(new CallListeners(options), (listeners) => listeners.close());
}
