import type { Rule } from '../rule/define-rule.ts';
import { apiContextFormat } from './rules/api-context-format.ts';
import { apiContextMatchesName } from './rules/api-context-matches-name.ts';
import { apiContextNoVersion } from './rules/api-context-no-version.ts';
import { apiContextReserved } from './rules/api-context-reserved.ts';
import { apiCorsOrigins } from './rules/api-cors-origins.ts';
import { apiDeploymentExists } from './rules/api-deployment-exists.ts';
import { apiEndpointsDiffer } from './rules/api-endpoints-differ.ts';
import { apiEndpointsPresent } from './rules/api-endpoints-present.ts';
import { apiLiveVersions } from './rules/api-live-versions.ts';
import { apiNameContextOneToOne } from './rules/api-name-context-one-to-one.ts';
import { apiNameFormat } from './rules/api-name-format.ts';
import { apiNameNoApiWord } from './rules/api-name-no-api-word.ts';
import { apiNameNoVersion } from './rules/api-name-no-version.ts';
import { apiNameWords } from './rules/api-name-words.ts';
import { apiVersionDuplicate } from './rules/api-version-duplicate.ts';
import { apiVersionFormat } from './rules/api-version-format.ts';
import { apiVersionMinor } from './rules/api-version-minor.ts';
import { apiVersionsShareEndpoint } from './rules/api-versions-share-endpoint.ts';
import { applicationCallbackRequired } from './rules/application-callback-required.ts';
import { applicationCallbackUrl } from './rules/application-callback-url.ts';
import { applicationGrantForType } from './rules/application-grant-for-type.ts';
import { applicationRefreshToken } from './rules/application-refresh-token.ts';
import { applicationSecretRequired } from './rules/application-secret-required.ts';
import { consumerKeyUnique } from './rules/consumer-key-unique.ts';
import { danglingReference } from './rules/dangling-reference.ts';
import { deploymentHostFormat } from './rules/deployment-host-format.ts';
import { deploymentHostSuffix } from './rules/deployment-host-suffix.ts';
import { deploymentHttps } from './rules/deployment-https.ts';
import { deploymentPortsDiffer } from './rules/deployment-ports-differ.ts';
import { deploymentTrustedProxies } from './rules/deployment-trusted-proxies.ts';
import { deploymentUrl } from './rules/deployment-url.ts';
import { duplicateName } from './rules/duplicate-name.ts';
import { duplicateSubscription } from './rules/duplicate-subscription.ts';
import { endpointAuthHeader } from './rules/endpoint-auth-header.ts';
import { endpointHttps } from './rules/endpoint-https.ts';
import { endpointOneAddress } from './rules/endpoint-one-address.ts';
import { endpointUrl } from './rules/endpoint-url.ts';
import { gatewayLintRules } from './rules/gateway-lint-rules.ts';
import { gatewaySigningKeys } from './rules/gateway-signing-keys.ts';
import { gatewayStateUrl } from './rules/gateway-state-url.ts';
import { subscriptionBesideApi } from './rules/subscription-beside-api.ts';
import { subscriptionToRetiredApi } from './rules/subscription-to-retired-api.ts';

/** In the order in which they are listed to people. */
const rulesOnDeclarations: readonly Rule[] = [
  apiNameFormat,
  apiNameNoVersion,
  apiNameNoApiWord,
  apiNameWords,
  apiContextFormat,
  apiContextReserved,
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
  apiCorsOrigins,
  endpointOneAddress,
  endpointUrl,
  endpointHttps,
  endpointAuthHeader,
  applicationCallbackRequired,
  applicationCallbackUrl,
  applicationSecretRequired,
  applicationGrantForType,
  applicationRefreshToken,
  consumerKeyUnique,
  subscriptionBesideApi,
  subscriptionToRetiredApi,
  duplicateSubscription,
  danglingReference,
  duplicateName,
  deploymentUrl,
  deploymentHttps,
  deploymentHostFormat,
  deploymentHostSuffix,
  deploymentTrustedProxies,
  deploymentPortsDiffer,
  gatewayStateUrl,
  gatewaySigningKeys,
];

/** Every rule. The last one looks at what the gateway says of the others. */
export const rules: readonly Rule[] = [...rulesOnDeclarations, gatewayLintRules(rulesOnDeclarations)];
