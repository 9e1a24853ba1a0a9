/** The kinds of changes of the gateway, with a short summary without a full stop. */
export const gatewayChangeKinds = {
  'gateway-added': 'a gateway was added',
  'gateway-setting-added': 'a gateway setting was added',
  'gateway-setting-changed': 'a gateway setting changed',
  'gateway-setting-removed': 'a gateway setting was removed',
} as const;
