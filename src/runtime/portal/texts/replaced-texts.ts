const replacesIt = 'If you propose this change, it replaces that proposal';
const replacesKeys = `You have an open proposal for these keys. ${replacesIt}, and a secret that was shown for it never works.`;

/** The warnings of a preview that would replace an open proposal, by the aspect that both change. */
export const replacedTexts = {
  application: `You have an open proposal for this application. ${replacesIt}, and a secret that was shown for it never works.`,
  settings: `You have an open proposal for the settings of this application. ${replacesIt}: make its changes here too if you still need them.`,
  name: `You have an open proposal that renames this application. ${replacesIt}.`,
  owner: `You have an open proposal that transfers this application. ${replacesIt}.`,
  removal: `You have an open proposal that deletes this application. ${replacesIt}.`,
  'production-keys': replacesKeys,
  'sandbox-keys': replacesKeys,
  subscription: `You have an open proposal for the subscription of this application to this API version. ${replacesIt}.`,
  subscriptions: `You have an open proposal for several subscriptions of this application. ${replacesIt}: choose its API versions here too if you still need them.`,
  api: `You have an open proposal for this new API version. ${replacesIt}.`,
  details: `You have an open proposal for the details and endpoints of this API version. ${replacesIt}: make its changes here too if you still need them.`,
  definition: `You have an open proposal for the document of this API version. ${replacesIt}: make its changes here too if you still need them.`,
  lifecycle: `You have an open proposal for the state of this API version. ${replacesIt}.`,
  finding: `You have an open proposal for this finding. ${replacesIt}.`,
} as const;
