import { requestTimeoutSeconds } from '#export/envoy/listener/extension-names.ts';

/**
 * How long resources may go without a poll, in milliseconds. After that, the Envoy does not need them, or polls another
 * control plane for them. An Envoy polls every one to two seconds on one connection, and a response can block it until
 * its timeout.
 */
export const subscriptionLifetimeMs = (requestTimeoutSeconds + 5) * 1000;

/**
 * How long resources that only earlier tables refer to stay published, in milliseconds. Afterwards, they are removed if
 * no Envoy has such a table.
 */
export const lingerMs = 2 * subscriptionLifetimeMs;
