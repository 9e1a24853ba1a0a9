import type { Policy } from '../call.ts';

/** Refuses an application that has no subscription to the API, or a blocked one. */
export const checkSubscription: Policy = ({ api, client }) => {
  const state = api.subscriptions.get(client.application.name);
  if (state === undefined) return { code: 'not_subscribed' };
  return state === 'blocked' ? { code: 'subscription_blocked' } : undefined;
};
