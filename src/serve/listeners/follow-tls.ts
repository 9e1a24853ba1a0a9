import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { watchFiles } from '#platform/files/watch-files.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { coalesce } from '#platform/files/coalesce.ts';
import { messageOf } from '../served/startup-error.ts';
import { secureContextOf } from './http-server.ts';
import type { ListenerTls } from './open-tls.ts';

export interface FollowedTls extends Pick<GatewayOptions, 'report'> {
  readonly tls: ListenerTls;
  /** The TLS servers, which use the latest certificate for new connections. */
  readonly takers: readonly ((material: TlsMaterial) => void)[];
  /** The files that are watched for changes. */
  readonly files: readonly string[];
  /** The listener that has the certificate, for operators. */
  readonly listener: 'listener' | 'control-plane';
}

/** How often certificates are checked, in milliseconds. They are replaced weeks before they expire. */
const renewalCheckIntervalMs = 6 * 60 * 60 * 1000;

/**
 * How long to wait before a second attempt, in milliseconds. A certificate and its key are two files, which do not
 * match between the two writes.
 */
const betweenWritesMs = 1000;

/**
 * The absolute paths of the files with the declared certificate, its key, and the CA of the proxies that request
 * authorization.
 */
export function tlsFilesOf(
  { listener: { tls }, externalAuthorization }: GatewaySettings,
  folder: string,
): readonly string[] {
  const { clientCa } = externalAuthorization ?? {};
  const references = [...(tls ? [tls.certificate, tls.key] : []), ...(clientCa ? [clientCa] : [])];
  return references.flatMap(({ fromFile }) => (fromFile === undefined ? [] : [resolve(folder, fromFile)]));
}

/**
 * Uses a new certificate for new connections when its files change, or when a generated certificate expires soon, until
 * `opened` is disposed. Unusable material is reported, and the previous certificate stays in use. Returns a function
 * that checks immediately.
 */
export function followTls(followed: FollowedTls, opened: AsyncDisposableStack): () => void {
  const { takers, files } = followed;
  if (takers.length === 0) return () => undefined;
  const keeper = new TlsKeeper(followed);
  const looks = coalesce(() => keeper.look());
  opened.use(watchFiles(looks.trigger)).follow(files);
  const timer = setInterval(looks.trigger, renewalCheckIntervalMs);
  opened.defer(async () => {
    clearInterval(timer);
    keeper.stop();
    await looks.stop();
  });
  return looks.trigger;
}

/** Uses another certificate for new connections of a server, if it is a TLS server. */
export function renewTls(server: Server, material: TlsMaterial): void {
  if (server instanceof TlsServer) server.setSecureContext(secureContextOf(material));
}

class TlsKeeper {
  readonly #followed: FollowedTls;
  readonly #stop = new AbortController();
  #current: TlsMaterial | undefined;

  constructor(followed: FollowedTls) {
    this.#followed = followed;
    // Only the material of the authorization listener includes the client CA.
    this.#current = followed.tls.authorization ?? followed.tls.calls ?? followed.tls.admin;
  }

  /** Reads the material, and applies it if it has changed. Never rejects. */
  async look(): Promise<void> {
    const { tls, report } = this.#followed;
    try {
      this.#take(await tls.read().catch(() => this.#readAgain()));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      report({ type: 'warning', message: `${messageOf(error)} The previous certificate is still served.` });
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #readAgain(): Promise<TlsMaterial> {
    await delay(betweenWritesMs, undefined, this.#stop);
    return this.#followed.tls.read();
  }

  #take(material: TlsMaterial): void {
    const { certificate, caFile } = material;
    if (this.#current && isSame(material, this.#current)) return;
    for (const take of this.#followed.takers) take(material);
    this.#current = material;
    const validTo = new X509Certificate(certificate).validToDate.getTime();
    const { listener, report } = this.#followed;
    report({ type: 'tls-reloaded', listener, validTo, ...(caFile !== undefined && { caFile }) });
  }
}

function isSame(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.certificate === other.certificate && one.key === other.key && one.clientCa === other.clientCa;
}
