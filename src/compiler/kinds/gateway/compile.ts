import {
  adminDefaults,
  externalAuthorizationDefaults,
  generalDefaults,
  listenerDefaults,
  tokenDefaults,
  type ExternalAuthorizationSettings,
  type GatewaySettings,
  type GeneralSettings,
  type ListenerSettings,
  type TokenLifetimes,
  type TokenSettings,
} from '#compiled/settings/gateway-settings.ts';
import { fillIn } from '#compiled/json.ts';
import { proposalDefaults, storeDefaults, type StoreSettings } from '#compiled/settings/store-settings.ts';
import { smtpPorts } from '#compiled/settings/notice-settings.ts';
import type { DeploymentDeclaration, GatewayDeclaration } from './declaration.ts';
import { normaliseUrl } from '#compiler/workspace/urls/url.ts';
import { compileNotBefore } from '#compiler/compile/compile-not-before.ts';
import { UnknownDeploymentError } from '#compiler/compile/unknown-deployment-error.ts';

/** What the store shows of files other than the Gateway document. */
type StorePages = Pick<StoreSettings, 'logo' | 'guides'>;

/** The settings of one deployment. Throws an UnknownDeploymentError if the gateway does not have it. */
export function compileGateway(
  gateway: GatewayDeclaration,
  name: string,
  pages: StorePages = {},
): GatewaySettings {
  const deployment = Object.hasOwn(gateway.deployments, name) ? gateway.deployments[name] : undefined;
  if (!deployment) throw new UnknownDeploymentError(name);
  const gatewayUrl = urlOf(deployment.gatewayUrl);
  return {
    gatewayUrl,
    authUrl: urlOf(deployment.authUrl ?? gatewayUrl),
    keyManagerUrl: urlOf(deployment.keyManagerUrl ?? gatewayUrl),
    listener: fillIn<ListenerSettings>(deployment.listener, listenerDefaults),
    admin: fillIn<GatewaySettings['admin']>(deployment.admin, adminDefaults),
    ...compileExternalAuthorization(deployment),
    trustedProxies: (deployment.trustedProxies ?? []).toSorted(),
    token: compileToken(gateway.token ?? {}),
    ...fillIn<GeneralSettings>(gateway, generalDefaults),
    ...(gateway.digestHeader && { digestHeader: true }),
    ...(gateway.unauthenticatedStatus === 401 && { unauthenticatedStatus: 401 }),
    ...compileObservation(deployment),
    ...compileNotices(gateway),
    ...compileStore(gateway, urlOf(deployment.storeUrl ?? gatewayUrl), pages),
  };
}

function urlOf(url: string): string {
  return normaliseUrl(url) ?? url;
}

/** With a client CA, proxies may have any address, unless trusted peers are declared. */
function compileExternalAuthorization({
  externalAuthorization: declared,
}: DeploymentDeclaration): Pick<GatewaySettings, 'externalAuthorization'> {
  if (!declared) return {};
  const filled = fillIn<ExternalAuthorizationSettings>(declared, externalAuthorizationDefaults);
  const otherwise = declared.clientCa ? [] : filled.trustedPeers;
  const trustedPeers = (declared.trustedPeers ?? otherwise).toSorted();
  return { externalAuthorization: { ...filled, trustedPeers } };
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
    ...fillIn<TokenLifetimes>(token, tokenDefaults),
    ...compileNotBefore(token),
    signingKeys: (token.signingKeys ?? []).map(({ key, use }) => ({ key, use: use ?? 'sign' })),
  };
}

function compileNotices({ notices }: GatewayDeclaration): Pick<GatewaySettings, 'notices'> {
  if (!notices) return {};
  const { smtp, webhooks } = notices;
  const tls = smtp?.tls ?? 'starttls';
  return {
    notices: {
      ...(smtp && { smtp: { ...smtp, tls, port: smtp.port ?? smtpPorts[tls] } }),
      ...(webhooks && { webhooks }),
    },
  };
}

/** The settings of the store. Its pages explain errors, unless `errorDocsUrl` names other pages. */
function compileStore(
  { store, errorDocsUrl, sizes }: GatewayDeclaration,
  storeUrl: string,
  { logo, guides }: StorePages,
): Pick<GatewaySettings, 'store' | 'storeUrl' | 'errorDocsUrl'> {
  if (!store || store.enabled === false) return {};
  const { proposals } = store;
  return {
    errorDocsUrl: errorDocsUrl ?? `${storeUrl}/store/errors`,
    storeUrl,
    store: {
      ...fillIn<Pick<StoreSettings, keyof typeof storeDefaults>>(store, storeDefaults),
      ...(logo && { logo }),
      ...(guides && { guides }),
      ...(sizes?.definitionBytes !== undefined && { definitionBytes: sizes.definitionBytes }),
      ...(proposals && { proposals: { ...proposalDefaults, ...proposals } }),
    },
  };
}
