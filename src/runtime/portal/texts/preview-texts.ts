import { countOf, formatCount, wordFor } from './quantities.ts';

const replacesIt = 'If you propose this change, it replaces that proposal';
const replacesKeys = `You have an open proposal for these keys. ${replacesIt}, and a secret that was shown for it never works.`;

/** The warnings of a preview that would replace an open proposal, by the aspect that both change. */
const replacedTexts = {
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

/** The texts about errors of design rules in a document that go into the baseline. */
const acceptedTexts = {
  field: 'Accept the errors of design rules in this document',
  hint: 'For a document that you cannot change, such as that of another company. The errors go into gatewright-baseline.json, where reviewers see them, and further ones are refused. A document that the gateway cannot serve is refused in any case.',
  count: (count: number) =>
    `${countOf(count, 'error')} of design rules in the document ${wordFor(count, 'goes', 'go')} into gatewright-baseline.json.`,
} as const;

/** The texts of the preview of a change. */
export const previewTexts = {
  lead: 'Nothing has been changed yet. Check the change, then propose it.',
  newKeys:
    'The keys of the last preview have expired, or were proposed already. This is a new preview with new keys: check it again.',
  filledIn: (fields: string) =>
    `Taken from the document: ${fields}. A name, a context and a version cannot be changed later: check them.`,
  accepted: acceptedTexts,
  replaces: replacedTexts,
  blocked: {
    lint_errors: 'This change has errors, so it cannot be proposed. Fix them in the form.',
    forbidden_by_plan: 'The rules for changes forbid this change, so it cannot be proposed.',
  },
  findings: 'Findings',
  noFindings: 'No problems found.',
  plan: 'Plan',
  notPlanned: 'What changes is known once the errors are fixed.',
  nothing: 'Nothing changes for callers.',
  sensitive: {
    traffic: 'Sensitive: where calls go',
    access: 'Sensitive: who may call',
    checks: 'Sensitive: what is checked',
  },
  comparison: {
    title: (previous: string) => `Compared with ${previous}`,
    harmless: (previous: string) =>
      `Nothing breaks a caller of ${previous}, so these changes may fit in that version.`,
    subscribers: (previous: string) =>
      `These applications are subscribed to ${previous}. Their calls may need changes before they move to the new version:`,
    noSubscribers: (previous: string) => `No application is subscribed to ${previous}.`,
    more: (count: number) => `… and ${formatCount(count)} more.`,
  },
  replacement: {
    title: (api: string) => `The new document of ${api}, compared with the present one`,
    harmless: (api: string) => `Nothing breaks a caller of ${api}.`,
    subscribers: (api: string) =>
      `These applications are subscribed to ${api}. Their calls may fail as soon as the change is served:`,
    noSubscribers: (api: string) => `No application is subscribed to ${api}.`,
  },
  affected: 'Affected applications',
  nobody: 'No application is affected.',
  diff: 'Changed files',
  cut: 'Only the beginning is shown.',
  propose: 'Propose the change',
  edit: 'Edit again',
  columns: {
    severity: 'Severity',
    finding: 'Finding',
    where: 'Where',
    application: 'Application',
    effect: 'Impact',
  },
  severities: { error: 'Error', warning: 'Warning', info: 'Info' },
  actions: { add: 'Added', change: 'Changed', remove: 'Removed' },
} as const;
