import type { Call, Policy } from '../call.ts';
import type { ServedSubscription } from '../generation/served-subscription.ts';

/** Refuses an application that has no subscription to the API, or a blocked one. */
export const checkSubscription: Policy = (call) => {
  const subscription = findSubscription(call);
  if (!subscription) return { code: 'not_subscribed' };
  call.subscription = subscription;
  return subscription.state === 'blocked' ? { code: 'subscription_blocked' } : undefined;
};

/** Most calls with a token are of the API that was called before with it: that is looked up once in a generation. */
function findSubscription({ api, admission }: Call): ServedSubscription | undefined {
  if (admission.api !== api.manifest) {
    admission.subscription = api.subscriptions.get(admission.client.application.name);
    admission.api = api.manifest;
  }
  return admission.subscription;
}
