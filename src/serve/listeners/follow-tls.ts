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
  /** The servers that speak TLS; each uses the latest certificate for new connections. */
  readonly takers: readonly ((material: TlsMaterial) => void)[];
  /** Set if changes are noticed automatically. */
  readonly files: readonly string[];
  /** Whose certificate it is, for operators. */
  readonly listener: 'listener' | 'control-plane';
}

/** Certificates are replaced weeks before they expire, so that once in a while is often enough, in milliseconds. */
const renewalCheckIntervalMs = 6 * 60 * 60 * 1000;

/** A certificate and its key are two files, and between the two writes they do not belong together. */
const betweenWritesMs = 1000;

/** The files, absolute, that contain the declared certificate, its key and the authority of the proxies that ask. */
export function tlsFilesOf(
  { listener: { tls }, externalAuthorization }: GatewaySettings,
  folder: string,
): readonly string[] {
  const { clientCa } = externalAuthorization ?? {};
  const references = [...(tls ? [tls.certificate, tls.key] : []), ...(clientCa ? [clientCa] : [])];
  return references.flatMap(({ fromFile }) => (fromFile === undefined ? [] : [resolve(folder, fromFile)]));
}

/**
 * Gives new connections a new certificate when its files change, or one that the gateway has generated expires soon,
 * until `opened` is disposed of. Material that is not usable is reported, and the previous certificate stays. Returns a
 * function that checks at once.
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

/** Gives the new connections of a server that speaks TLS another certificate. */
export function renewTls(server: Server, material: TlsMaterial): void {
  if (server instanceof TlsServer) server.setSecureContext(secureContextOf(material));
}

class TlsKeeper {
  readonly #followed: FollowedTls;
  readonly #stop = new AbortController();
  #current: TlsMaterial | undefined;

  constructor(followed: FollowedTls) {
    this.#followed = followed;
    // Only that of the proxies that ask is whole.
    this.#current = followed.tls.authorization ?? followed.tls.calls ?? followed.tls.admin;
  }

  /** Never rejects. */
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
