import type { GatewaySettings, ListenerSettings, TokenSettings } from '../../../compiled/gateway-settings.ts';
import type { DeploymentDeclaration, GatewayDeclaration } from './declaration.ts';
import { defaultPorts } from '../../workspace/urls/deployment-urls.ts';
import { normaliseUrl } from '../../workspace/urls/url.ts';
import { compileNotBefore } from '../../compile/compile-not-before.ts';
import { UnknownDeploymentError } from '../../compile/unknown-deployment-error.ts';

/** The settings of one deployment. Throws an UnknownDeploymentError where the gateway has no such one. */
export function compileGateway(gateway: GatewayDeclaration, name: string): GatewaySettings {
  const deployment = Object.hasOwn(gateway.deployments, name) ? gateway.deployments[name] : undefined;
  if (!deployment) throw new UnknownDeploymentError(name);
  const gatewayUrl = urlOf(deployment.gatewayUrl);
  return {
    gatewayUrl,
    authUrl: urlOf(deployment.authUrl ?? gatewayUrl),
    keyManagerUrl: urlOf(deployment.keyManagerUrl ?? gatewayUrl),
    listener: compileListener(deployment.listener ?? {}),
    admin: {
      host: deployment.admin?.host ?? '127.0.0.1',
      port: deployment.admin?.port ?? defaultPorts.admin,
    },
    trustedProxies: (deployment.trustedProxies ?? []).toSorted(),
    token: compileToken(gateway.token ?? {}),
    state: { store: gateway.state?.store ?? 'sqlite', ...(gateway.state?.url && { url: gateway.state.url }) },
    limits: {
      counters: gateway.limits?.counters ?? 'local',
      ...(gateway.limits?.url && { url: gateway.limits.url }),
    },
    versioning: gateway.versioning ?? 'url',
    ...(gateway.errorDocsUrl !== undefined && { errorDocsUrl: gateway.errorDocsUrl }),
    ...(gateway.digestHeader && { digestHeader: true }),
    ...(gateway.streams && { streams: gateway.streams }),
    ...compileObservation(deployment),
  };
}

function urlOf(url: string): string {
  return normaliseUrl(url) ?? url;
}

function compileListener(listener: NonNullable<DeploymentDeclaration['listener']>): ListenerSettings {
  return {
    host: listener.host ?? '127.0.0.1',
    port: listener.port ?? defaultPorts.listener,
    ...(listener.tls && { tls: listener.tls }),
    http2: listener.http2 ?? true,
    limits: {
      maxHeaderBytes: listener.limits?.maxHeaderBytes ?? 16 * 1024,
      maxHeaders: listener.limits?.maxHeaders ?? 200,
      maxConcurrentStreams: listener.limits?.maxConcurrentStreams ?? 100,
    },
  };
}

function compileObservation({
  accessLog = 'off',
  tracing,
}: DeploymentDeclaration): Pick<GatewaySettings, 'accessLog' | 'tracing'> {
  return {
    ...(accessLog !== 'off' && { accessLog }),
    ...(tracing && { tracing: { ...tracing, ratio: tracing.ratio ?? 0.1 } }),
  };
}

function compileToken(token: NonNullable<GatewayDeclaration['token']>): TokenSettings {
  return {
    lifetimeSeconds: token.lifetimeSeconds ?? 3600,
    refreshIdleSeconds: token.refreshIdleSeconds ?? 14 * 24 * 3600,
    refreshLifetimeSeconds: token.refreshLifetimeSeconds ?? 90 * 24 * 3600,
    ...compileNotBefore(token),
    signingKeys: (token.signingKeys ?? []).map(({ key, use }) => ({ key, use: use ?? 'sign' })),
  };
}
