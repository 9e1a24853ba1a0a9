import type { Policy } from '../call.ts';

/** Refuses an application that has no subscription to the API, or a blocked one. */
export const checkSubscription: Policy = (call) => {
  const subscription = call.api.subscriptions.get(call.client.application.name);
  if (!subscription) return { code: 'not_subscribed' };
  call.subscription = subscription;
  return subscription.state === 'blocked' ? { code: 'subscription_blocked' } : undefined;
};
