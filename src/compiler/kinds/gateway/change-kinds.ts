import { bySetting, traffic, type DeclarationChangeKinds } from '#compiler/plan/declarations/change-kind.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { SettingSensitivity } from '#compiler/plan/declarations/change-kind.ts';

type Setting = keyof GatewaySettings | 'organisation' | 'deployment';

/**
 * The sensitivity of each setting, and of some settings in a group; the type makes the compiler report a missing
 * setting.
 */
const gatewaySettings = {
  organisation: 'no',
  deployment: 'no',
  gatewayUrl: 'traffic',
  authUrl: 'traffic',
  keyManagerUrl: 'access',
  storeUrl: 'no',
  listener: 'traffic',
  admin: 'access',
  externalAuthorization: 'access',
  trustedProxies: 'access',
  token: 'access',
  state: 'access',
  limits: 'checks',
  versioning: 'traffic',
  upstreams: 'access',
  streams: 'no',
  errorDocsUrl: 'no',
  digestHeader: 'no',
  unauthenticatedStatus: 'no',
  accessLog: 'no',
  tracing: 'no',
  store: 'access',
  notices: 'access',
  title: 'no',
  logo: 'no',
  guides: 'no',
} as const satisfies SettingSensitivity & Readonly<Record<Setting, unknown>>;

/** The kinds of changes of the gateway and what is sensitive about them. */
export const gatewayChangeKinds = {
  'gateway-added': traffic('a gateway was added'),
  'gateway-setting-added': bySetting(gatewaySettings, 'a gateway setting was added'),
  'gateway-setting-changed': bySetting(gatewaySettings, 'a gateway setting changed'),
  'gateway-setting-removed': bySetting(gatewaySettings, 'a gateway setting was removed'),
} as const satisfies DeclarationChangeKinds;
