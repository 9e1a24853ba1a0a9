import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import {
  isFor,
  readOrMakeCertificates,
  withoutClients,
  type TlsMaterial,
} from '#platform/keys/own-certificates.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';
import type { Services } from '../served/served-generation.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';

/** The TLS material of each listener; undefined for plain HTTP. */
export interface ListenerTls {
  readonly calls: TlsMaterial | undefined;
  readonly admin: TlsMaterial | undefined;
  readonly authorization: TlsMaterial | undefined;
  /** Reads the material again, or generates it again if it expires soon. Rejects with a StartupError. */
  readonly read: () => Promise<TlsMaterial>;
}

/** The services for reading or generating TLS material. */
export type TlsServices = Pick<Services, 'resolveSecret' | 'stateFolder' | 'clock'>;

/** Decides which listeners need TLS, and reads or generates the material. Rejects with a StartupError. */
export async function openTls(
  settings: GatewaySettings,
  plainHttp: boolean,
  services: TlsServices,
): Promise<ListenerTls> {
  const { listener, admin, externalAuthorization: authorization } = settings;
  if (plainHttp && !isLoopbackHost(listener.host)) {
    throw new StartupError(
      `Plain HTTP is allowed only for loopback hosts, but the listener's host is ${listener.host}.`,
    );
  }
  const isAdminLocal = isLoopbackHost(admin.host);
  const read = () => readMaterial(settings, services);
  const isAuthorizationPlain =
    !authorization || (isLoopbackHost(authorization.host) && !authorization.clientCa);
  const material = plainHttp && isAdminLocal && isAuthorizationPlain ? undefined : await read();
  const withoutClientCa = material && withoutClients(material);
  return {
    calls: plainHttp ? undefined : withoutClientCa,
    admin: isAdminLocal ? undefined : withoutClientCa,
    authorization: isAuthorizationPlain ? undefined : material,
    read,
  };
}

/** Reads the material, including the CA of the proxies that request authorization. */
async function readMaterial(settings: GatewaySettings, services: TlsServices): Promise<TlsMaterial> {
  const { clientCa } = settings.externalAuthorization ?? {};
  const material = await readCertificate(settings, services);
  return clientCa ? { ...material, clientCa: await readAuthority(clientCa, services) } : material;
}

async function readAuthority(clientCa: SecretReference, { resolveSecret }: TlsServices): Promise<string> {
  try {
    const authority = await resolveSecret(clientCa);
    createSecureContext({ ca: authority });
    return authority;
  } catch (error) {
    throw new StartupError(`The authority of the proxies is not usable: ${messageOf(error)}`);
  }
}

async function readCertificate(settings: GatewaySettings, services: TlsServices): Promise<TlsMaterial> {
  const { tls } = settings.listener;
  if (!tls) return makeMaterial(settings, services);
  const certificate = await orStartupError(services.resolveSecret(tls.certificate));
  const key = await orStartupError(services.resolveSecret(tls.key));
  try {
    createSecureContext({ cert: certificate, key });
  } catch {
    throw new StartupError("The listener's certificate and key are not valid PEM, or do not match.");
  }
  return { certificate, key };
}

function makeMaterial(settings: GatewaySettings, { stateFolder, clock }: TlsServices): Promise<TlsMaterial> {
  const folder = join(stateFolder, 'tls');
  return readOrMakeCertificates(folder, hostsOf(settings), clock).catch((error: unknown) => {
    throw new StartupError(
      `The certificate of the gateway cannot be kept in ${folder}: ${explainSystemError(error)}.`,
    );
  });
}

/**
 * The messages of SecretError and of the system both name the file with the problem, so that they can be used as they
 * are.
 */
function orStartupError<Value>(reading: Promise<Value>): Promise<Value> {
  return reading.catch((error: unknown) => {
    throw new StartupError(`The TLS material of the listener is not usable: ${messageOf(error)}`);
  });
}

/**
 * A warning if a declared certificate is not valid for the host of `gatewayUrl`, so that clients that connect directly
 * refuse it; otherwise undefined.
 */
export function describeWrongHost(
  { listener, gatewayUrl }: GatewaySettings,
  material: TlsMaterial | undefined,
): string | undefined {
  const { hostname } = new URL(gatewayUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!listener.tls || !material || isFor(new X509Certificate(material.certificate), host)) return undefined;
  return `The certificate of the listener is not for ${host}, the host of gatewayUrl: clients that connect directly refuse it.`;
}

/** All hosts that clients may address the gateway by. */
function hostsOf({
  gatewayUrl,
  authUrl,
  keyManagerUrl,
  storeUrl,
  listener,
}: GatewaySettings): readonly string[] {
  const urls = [gatewayUrl, authUrl, keyManagerUrl, ...(storeUrl === undefined ? [] : [storeUrl])];
  const hosts = urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return /^(0\.0\.0\.0|::)$/.test(listener.host) ? hosts : [...hosts, listener.host];
}
