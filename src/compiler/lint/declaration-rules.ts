import type { Rule } from '#compiler/rule/define-rule.ts';
import { apiAddressFormat } from './rules/declarations/api-address-format.ts';
import { apiAddressTaken } from './rules/declarations/api-address-taken.ts';
import { apiAssertionHeader } from './rules/declarations/api-assertion-header.ts';
import { apiBlockedUntil } from './rules/declarations/api-blocked-until.ts';
import { apiContextFormat } from './rules/declarations/api-context-format.ts';
import { apiContextMatchesName } from './rules/declarations/api-context-matches-name.ts';
import { apiContextNoVersion } from './rules/declarations/api-context-no-version.ts';
import { apiContextReserved } from './rules/declarations/api-context-reserved.ts';
import { apiCorsOrigins } from './rules/declarations/api-cors-origins.ts';
import { apiDeploymentExists } from './rules/declarations/api-deployment-exists.ts';
import { apiDeprecationState } from './rules/declarations/api-deprecation-state.ts';
import { apiDeprecationSuccessor } from './rules/declarations/api-deprecation-successor.ts';
import { apiDeprecationSunset } from './rules/declarations/api-deprecation-sunset.ts';
import { apiEndpointsDiffer } from './rules/declarations/api-endpoints-differ.ts';
import { apiEndpointsPresent } from './rules/declarations/api-endpoints-present.ts';
import { apiLiveVersions } from './rules/declarations/api-live-versions.ts';
import { apiNameContextOneToOne } from './rules/declarations/api-name-context-one-to-one.ts';
import { apiNameFormat } from './rules/declarations/api-name-format.ts';
import { apiNameNoApiWord } from './rules/declarations/api-name-no-api-word.ts';
import { apiNameNoVersion } from './rules/declarations/api-name-no-version.ts';
import { apiNameWords } from './rules/declarations/api-name-words.ts';
import { apiOperationAccess } from './rules/declarations/api-operation-access.ts';
import { apiOperationLimits } from './rules/declarations/api-operation-limits.ts';
import { apiUndeclaredScopes } from './rules/declarations/api-undeclared-scopes.ts';
import { apiVersionDuplicate } from './rules/declarations/api-version-duplicate.ts';
import { apiVersionFormat } from './rules/declarations/api-version-format.ts';
import { apiVersionMinor } from './rules/declarations/api-version-minor.ts';
import { apiVersionsShareEndpoint } from './rules/declarations/api-versions-share-endpoint.ts';
import { applicationCallbackRequired } from './rules/declarations/application-callback-required.ts';
import { applicationCallbackLocalhost } from './rules/declarations/application-callback-localhost.ts';
import { applicationCallbackUrl } from './rules/declarations/application-callback-url.ts';
import { applicationGrantForType } from './rules/declarations/application-grant-for-type.ts';
import { applicationIdentityProvider } from './rules/declarations/application-identity-provider.ts';
import { applicationImplicitGrant } from './rules/declarations/application-implicit-grant.ts';
import { applicationLogin } from './rules/declarations/application-login.ts';
import { applicationNotices } from './rules/declarations/application-notices.ts';
import { applicationPasswordGrant } from './rules/declarations/application-password-grant.ts';
import { applicationRefreshToken } from './rules/declarations/application-refresh-token.ts';
import { applicationSecretRequired } from './rules/declarations/application-secret-required.ts';
import { consumerKeyUnique } from './rules/declarations/consumer-key-unique.ts';
import { danglingReference } from './rules/declarations/dangling-reference.ts';
import { deploymentHostFormat } from './rules/declarations/deployment-host-format.ts';
import { deploymentHostSuffix } from './rules/declarations/deployment-host-suffix.ts';
import { deploymentHttps } from './rules/declarations/deployment-https.ts';
import { deploymentPortsDiffer } from './rules/declarations/deployment-ports-differ.ts';
import { deploymentTrustedProxies } from './rules/declarations/deployment-trusted-proxies.ts';
import { deploymentUrl } from './rules/declarations/deployment-url.ts';
import { duplicateName } from './rules/declarations/duplicate-name.ts';
import { duplicateSubscription } from './rules/declarations/duplicate-subscription.ts';
import { endpointAuthHeader } from './rules/declarations/endpoint-auth-header.ts';
import { endpointForbiddenAddress } from './rules/declarations/endpoint-forbidden-address.ts';
import { endpointHttp2Https } from './rules/declarations/endpoint-http2-https.ts';
import { endpointHttps } from './rules/declarations/endpoint-https.ts';
import { endpointOneAddress } from './rules/declarations/endpoint-one-address.ts';
import { endpointUrl } from './rules/declarations/endpoint-url.ts';
import { gatewayForbiddenUpstreams } from './rules/declarations/gateway-forbidden-upstreams.ts';
import { gatewayLimitsUrl } from './rules/declarations/gateway-limits-url.ts';
import { gatewayRefreshLifetimes } from './rules/declarations/gateway-refresh-lifetimes.ts';
import { gatewaySigningKeys } from './rules/declarations/gateway-signing-keys.ts';
import { gatewaySmtpLogin } from './rules/declarations/gateway-smtp-login.ts';
import { gatewayStateUrl } from './rules/declarations/gateway-state-url.ts';
import { identityProviderCertificateDates } from './rules/declarations/identity-provider-certificate-dates.ts';
import { identityProviderCertificateKeys } from './rules/declarations/identity-provider-certificate-keys.ts';
import { identityProviderIssuer } from './rules/declarations/identity-provider-issuer.ts';
import { identityProviderTls } from './rules/declarations/identity-provider-tls.ts';
import { identityProviderUrl } from './rules/declarations/identity-provider-url.ts';
import { operationAccessDocumented } from './rules/declarations/operation-access-documented.ts';
import { ownerTeam } from './rules/declarations/owner-team.ts';
import { subscriptionBesideApi } from './rules/declarations/subscription-beside-api.ts';
import { subscriptionCors } from './rules/declarations/subscription-cors.ts';
import { subscriptionScope } from './rules/declarations/subscription-scope.ts';
import { subscriptionToDeprecatedApi } from './rules/declarations/subscription-to-deprecated-api.ts';
import { subscriptionToRetiredApi } from './rules/declarations/subscription-to-retired-api.ts';
import { teamMember } from './rules/declarations/team-member.ts';
import { tokensNotBeforePast } from './rules/declarations/tokens-not-before-past.ts';

/** The rules on declarations, in the order in which they are listed to people. */
export const declarationRules: readonly Rule[] = [
  apiNameFormat,
  apiNameNoVersion,
  apiNameNoApiWord,
  apiNameWords,
  apiContextFormat,
  apiContextReserved,
  apiAddressTaken,
  apiAddressFormat,
  apiContextNoVersion,
  apiContextMatchesName,
  apiNameContextOneToOne,
  apiVersionFormat,
  apiVersionMinor,
  apiVersionDuplicate,
  apiLiveVersions,
  apiVersionsShareEndpoint,
  apiEndpointsPresent,
  apiEndpointsDiffer,
  apiDeploymentExists,
  apiBlockedUntil,
  apiDeprecationState,
  apiDeprecationSunset,
  apiDeprecationSuccessor,
  apiCorsOrigins,
  apiAssertionHeader,
  apiOperationLimits,
  apiOperationAccess,
  apiUndeclaredScopes,
  operationAccessDocumented,
  endpointOneAddress,
  endpointUrl,
  endpointForbiddenAddress,
  endpointHttps,
  endpointHttp2Https,
  endpointAuthHeader,
  applicationCallbackRequired,
  applicationCallbackLocalhost,
  applicationCallbackUrl,
  applicationNotices,
  applicationSecretRequired,
  applicationGrantForType,
  applicationPasswordGrant,
  applicationImplicitGrant,
  applicationRefreshToken,
  applicationIdentityProvider,
  applicationLogin,
  consumerKeyUnique,
  ownerTeam,
  teamMember,
  subscriptionBesideApi,
  subscriptionToDeprecatedApi,
  subscriptionToRetiredApi,
  subscriptionScope,
  subscriptionCors,
  duplicateSubscription,
  danglingReference,
  duplicateName,
  deploymentUrl,
  deploymentHttps,
  deploymentHostFormat,
  deploymentHostSuffix,
  deploymentTrustedProxies,
  deploymentPortsDiffer,
  identityProviderUrl,
  identityProviderTls,
  identityProviderIssuer,
  identityProviderCertificateDates,
  identityProviderCertificateKeys,
  gatewaySmtpLogin,
  gatewayStateUrl,
  gatewayForbiddenUpstreams,
  gatewayLimitsUrl,
  gatewayRefreshLifetimes,
  tokensNotBeforePast,
  gatewaySigningKeys,
];
