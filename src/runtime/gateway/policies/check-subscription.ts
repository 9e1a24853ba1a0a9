import type { Call, Policy } from '../call.ts';
import type { ServedSubscription } from '../generation/served-subscription.ts';

/** Refuses an application that has no subscription to the API, or a blocked one. */
export const checkSubscription: Policy = (call) => {
  const subscription = findSubscription(call);
  if (!subscription) return { code: 'not_subscribed' };
  call.subscription = subscription;
  return subscription.state === 'blocked' ? { code: 'subscription_blocked' } : undefined;
};

/**
 * Caches the subscription in the context of the token, since most calls with a token are to the same API as the
 * previous one.
 */
function findSubscription({ api, tokenContext }: Call): ServedSubscription | undefined {
  if (tokenContext.api !== api.manifest) {
    tokenContext.subscription = api.subscriptions.get(tokenContext.client.application.name);
    tokenContext.api = api.manifest;
  }
  return tokenContext.subscription;
}
