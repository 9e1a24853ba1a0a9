import type { FastifyInstance } from 'fastify';
import type { TlsMaterial } from '../../platform/keys/own-certificates.ts';
import type { ResolveSecret } from '../../runtime/ports/secrets.ts';
import { messageOf, StartupError } from '../startup-error.ts';
import { createListener } from './create-listener.ts';
import { createAuthorizationListener } from './external-authorization/create-authorization-listener.ts';
import { renewTls } from './follow-tls.ts';
import type { CallTls, OfCallListeners } from './of-call-listeners.ts';
import { closeListener, listen, type ListenAddress } from './listen.ts';
import type { ListenerOptions } from './listener-options.ts';

export interface CallListenersOptions extends Omit<ListenerOptions, 'tls' | 'timeouts'> {
  readonly tls: CallTls;
  readonly resolveSecret: ResolveSecret;
}

/** The listeners of one thread for calls, and for proxies that ask about theirs. */
export class CallListeners {
  readonly #listeners: OfCallListeners<FastifyInstance>;
  /** The authority of the certificates of proxies, in PEM. */
  readonly #clientCa: string | undefined;

  constructor(options: CallListenersOptions, clientCa: string | undefined) {
    const { settings, tls, ...shared } = options;
    const { externalAuthorization: authorization } = settings;
    this.#clientCa = clientCa;
    this.#listeners = {
      calls: createListener({ ...shared, settings, tls: tls.calls }),
      ...(authorization && {
        authorization: createAuthorizationListener({
          ...shared,
          settings,
          authorization,
          tls: tls.authorization && this.#withClients(tls.authorization),
        }),
      }),
    };
  }

  /** Resolves with the ports. Rejects with a StartupError. */
  async listen(addresses: OfCallListeners<ListenAddress>): Promise<OfCallListeners<number>> {
    const { calls, authorization } = this.#listeners;
    const port = await listen(calls, addresses.calls);
    if (!authorization || !addresses.authorization) return { calls: port };
    return { calls: port, authorization: await listen(authorization, addresses.authorization) };
  }

  /** New connections get another certificate. */
  takeTls(material: TlsMaterial): void {
    const { calls, authorization } = this.#listeners;
    renewTls(calls.server, material);
    if (authorization) renewTls(authorization.server, this.#withClients(material));
  }

  async close(): Promise<void> {
    await Promise.all(
      Object.values<FastifyInstance>({ ...this.#listeners }).map((app) => closeListener(app)),
    );
  }

  #withClients(material: TlsMaterial): TlsMaterial {
    return this.#clientCa === undefined ? material : { ...material, clientCa: this.#clientCa };
  }
}

/** Opens the listeners of a thread, until `opened` is disposed of. Rejects with a StartupError. */
export async function openCallListeners(
  options: CallListenersOptions,
  opened: AsyncDisposableStack,
): Promise<CallListeners> {
  const { clientCa } = options.settings.externalAuthorization ?? {};
  const authority = clientCa && (await options.resolveSecret(clientCa).catch(throwStartupError));
  return opened.adopt(new CallListeners(options, authority), (listeners) => listeners.close());
}

function throwStartupError(error: unknown): never {
  throw new StartupError(`The authority of the proxies is not usable: ${messageOf(error)}`);
}
