import { getCACertificates } from 'node:tls';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { Agent, fetch as fetchWith } from 'undici';
import type { OidcProvider } from '#compiled/settings/identity-providers.ts';
import { isLoopback } from '#runtime/requests/caller-address.ts';
import type { Rotations } from './rotations.ts';

/** A declared OpenID Connect provider, with its secrets read. */
export interface OidcSettings {
  readonly provider: OidcProvider;
  readonly clientSecret: string;
  /** PEM certificates. */
  readonly ca?: string;
}

/** How long the gateway waits for each response of a provider. */
const timeoutSeconds = 10;

/** In bytes; the metadata of a provider takes a few thousand. */
const maxResponseLength = 1_048_576;

/**
 * Reads a provider's metadata (OpenID Connect Discovery 1.0), and checks that it is the declared provider. `rotations`
 * records the refresh tokens that the provider issues. Rejects as `openid-client` does.
 */
export async function discoverProvider(
  { provider, clientSecret, ca }: OidcSettings,
  rotations: Pick<Rotations, 'note'>,
): Promise<Configuration> {
  const issuer = new URL(provider.issuer);
  const mayBePlain = isHttpOnLoopback(issuer);
  const authentication = authenticateWith(clientSecret);
  const configuration = await discovery(issuer, provider.clientId, clientSecret, authentication, {
    timeout: timeoutSeconds,
    [customFetch]: fetchOver(createAgent(ca), mayBePlain, rotations),
    // Without `enableNonRepudiationChecks`, the signature of an ID token from the token endpoint is not checked.
    execute: [enableNonRepudiationChecks, ...(mayBePlain ? [allowInsecureRequests] : [])],
  });
  requireIssuer(configuration, issuer);
  return configuration;
}

/**
 * Requires the declared issuer. The library accepts other issuers below `/.well-known/` and for some providers, which
 * would mix up the users of different issuers.
 */
function requireIssuer(configuration: Configuration, expected: URL): void {
  if (URL.parse(configuration.serverMetadata().issuer)?.href === expected.href) return;
  throw new TypeError('its metadata contains another issuer');
}

/** Whether secrets may be sent to the URL: `https`, or plain HTTP on this machine. */
export function isTrustworthy(url: URL): boolean {
  return url.protocol === 'https:' || isHttpOnLoopback(url);
}

function isHttpOnLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopback(hostname);
}

/**
 * Uses Basic authentication if the provider lists it or lists no methods (OpenID Connect Discovery 1.0 section 3), and
 * otherwise sends the secret in the body.
 */
function authenticateWith(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Disables persistent connections: logins are rare, and an idle connection would delay the shutdown of the gateway. */
function createAgent(ca: string | undefined): Agent {
  const certificates = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] };
  return new Agent({
    pipelining: 0,
    maxResponseSize: maxResponseLength,
    connect: { ...certificates, timeout: timeoutSeconds * 1000 },
  });
}

function fetchOver(dispatcher: Agent, mayBePlain: boolean, rotations: Pick<Rotations, 'note'>): CustomFetch {
  return async (url, { body, ...options }) => {
    if (mayBePlain && !isTrustworthy(new URL(url)))
      throw new TypeError('plain HTTP is only allowed for loopback hosts');
    const sent = body === undefined ? {} : { body: body as string | URLSearchParams };
    const response = await fetchWith(url, { ...options, ...sent, dispatcher });
    await rotations.note(body, response);
    return response;
  };
}
