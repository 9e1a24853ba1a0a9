import { requestTimeoutSeconds } from '#export/envoy/listener/extension-names.ts';

/**
 * How long resources may go without a poll before the Envoy is taken not to need them any more, or to poll another
 * control plane for them; in milliseconds. It polls every one to two seconds, on one connection, which an answer can take
 * until it is given up.
 */
export const subscriptionLifetimeMs = (requestTimeoutSeconds + 5) * 1000;

/** What only earlier tables refer to is removed after this long, if no Envoy has one of them any more; in milliseconds. */
export const lingerMs = 2 * subscriptionLifetimeMs;
