import type { HistoryRuleName } from '#compiler/declaration/parts/ignore-entry.ts';
import type { HistoryRule } from '../history/define-history-rule.ts';
import { apiIdentityImmutable } from '../rules/api-identity-immutable.ts';
import { breakingChangeInVersion } from '../rules/breaking-change-in-version.ts';
import { breakingSettingInVersion } from '../rules/breaking-setting-in-version.ts';
import { gatewayAddressChanged } from '../rules/gateway-address-changed.ts';
import { lifecycleOrder } from '../rules/lifecycle-order.ts';
import { liveVersionsRise } from '../rules/live-versions-rise.ts';
import { needlessVersion } from '../rules/needless-version.ts';
import { newSubscriptionToDeprecatedApi } from '../rules/new-subscription-to-deprecated-api.ts';
import { removedWithoutDeprecation } from '../rules/removed-without-deprecation.ts';
import { sunsetBroughtForward } from '../rules/sunset-brought-forward.ts';

/** Keyed by name, so that a missing rule does not compile. */
const byName: Readonly<Record<HistoryRuleName, HistoryRule>> = {
  'api-identity-immutable': apiIdentityImmutable,
  'breaking-change-in-version': breakingChangeInVersion,
  'breaking-setting-in-version': breakingSettingInVersion,
  'gateway-address-changed': gatewayAddressChanged,
  'needless-version': needlessVersion,
  'live-versions-rise': liveVersionsRise,
  'lifecycle-order': lifecycleOrder,
  'removed-without-deprecation': removedWithoutDeprecation,
  'sunset-brought-forward': sunsetBroughtForward,
  'new-subscription-to-deprecated-api': newSubscriptionToDeprecatedApi,
};

/** The rules that compare two states of a repository, in the order in which they are listed to people. */
export const historyRules: readonly HistoryRule[] = Object.values(byName);
