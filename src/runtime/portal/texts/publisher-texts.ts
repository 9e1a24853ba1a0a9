import { countOf, formatCount, wordFor } from './quantities.ts';

/** The texts of the pages for owners of APIs. */
export const publisherTexts = {
  title: 'My APIs',
  lead: 'The versions that you own: what lint finds in them, who uses them, and what waits for you.',
  breadcrumb: 'Where this page is',
  none: 'You own no APIs',
  noneAdvice:
    'An API is yours if its declaration names you as its owner: by your user name, by your e-mail address, or by a team that you belong to.',
  knownAs: 'You are known here as',
  addApi: 'Propose a new API',
  scorecard: 'Scorecard',
  scorecardCaption: 'All your API versions',
  columns: {
    api: 'API',
    state: 'State',
    errors: 'Errors',
    warnings: 'Warnings',
    info: 'Info',
    notReported: 'Ignored',
    described: 'Described',
    examples: 'Examples',
    drift: 'Drift',
    subscriptions: 'Subscriptions',
    calls: 'Calls in 14 days',
  },
  explanation:
    '“Ignored” counts findings that do not count as problems, since they are suppressed or in the baseline. “Described” and “Examples” count operations. “Drift” counts requests and responses that differed from the document since the gateway was started.',
  all: 'All',
  allOnPage: 'All on this page',
  of: (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`,
  unknown: '–',
  unknownName: 'not known',
  notCompiled:
    'This gateway serves a table that was compiled elsewhere, so it does not know what lint finds. The command “gatewright report” prints it.',
  reportUnavailable: 'What lint finds is not known right now. Open this page again in a moment.',
  usageUnavailable: 'The usage is not known right now. Open this page again in a moment.',
  broken:
    'The sources have errors, so the gateway still serves the table before. These are the new findings.',
  held: {
    lead: (count: number) =>
      `The sources have errors, so the gateway serves ${wordFor(count, 'this version', 'these versions')} as before:`,
  },
  openInStore: 'Page in the store',
  declaredAt: 'Declared in',
  proposals: {
    title: 'Proposals that wait for you',
    toDecide: 'To approve or decline',
    toDecideLead: 'All that they change is yours. Their pages show what that is.',
    others: 'These wait for somebody else',
    othersLead:
      'You cannot approve these: you have proposed them, or something that they change is not yours.',
    none: 'No open proposal is about your APIs.',
    noneOfVersion: 'No open proposal is about this version.',
    noneHelp:
      'Requests for subscriptions and other changes are listed here until they are merged, declined or closed.',
    unavailable: 'Open proposals are not known right now.',
    columns: { title: 'Proposal', person: 'From', subject: 'About', date: 'Since' },
    review: 'Review',
    more: (count: number) => `… and ${formatCount(count)} more, which the repository shows.`,
  },
  subscribers: {
    title: 'Subscribers',
    none: 'No application is subscribed to this version. Requests for subscriptions are listed above.',
    former: (names: readonly string[]) =>
      `There were other calls in the last 14 days. ${describeFormer(names)}`,
    columns: {
      application: 'Application',
      owner: 'Owner',
      tier: 'Tier',
      state: 'State',
      calls: 'Calls in 14 days',
      rejected: 'Rejected',
      limitUsed: 'Limit used at most',
      lastDay: 'Last day with calls',
    },
    active: 'Active',
    blocked: 'Blocked',
    never: 'none in 14 days',
  },
  findings: {
    title: 'Findings of lint',
    none: 'Lint reports nothing in this version.',
    missingEndpoint: {
      production: 'It has no production endpoint here, so calls with production keys are refused.',
      sandbox: 'It has no sandbox endpoint here, so calls with sandbox keys are refused.',
    },
    notReported: (suppressed: number, inBaseline: number) =>
      `Ignored: ${formatCount(suppressed)} suppressed, ${formatCount(inBaseline)} in the baseline.`,
    /** Before the first of several findings of a rule. */
    first: 'The first:',
    showAll: (count: number) => `Show all ${formatCount(count)}`,
    showAllOf: (count: number, rule: string) => `Show ${countOf(count, 'finding')} of ${rule}`,
    moreRules: (count: number) =>
      `${countOf(count, 'more rule')} ${wordFor(count, 'has', 'have')} findings, which are listed when others are corrected.`,
    /** Before the name of a rule. */
    ofRule: 'Findings of',
    count: (count: number) => `${countOf(count, 'finding')}.`,
    noneOfRule: 'Lint reports nothing of this rule in this version any more.',
    columns: { severity: 'Severity', finding: 'Finding', rule: 'Rule', place: 'Place' },
    suppress: 'Suppress',
    suppressOne: (rule: string, line: number) => `Suppress the finding of ${rule} in line ${line}`,
    severities: { error: 'Error', warning: 'Warning', info: 'Info' },
    sections: 'By section of the requirements',
    section: 'Section',
  },
  drift: {
    title: 'Drift',
    lead: 'Requests and responses that differed from the document since the gateway was started.',
    none: 'No request or response differed from the document since the gateway was started.',
    notChecked: 'Responses of this version are not checked against its document.',
    howToCheck: 'Set “validation: { responses: report }” in its declaration to have them checked.',
    unavailable: 'Drift is not known right now. Open this page again in a moment.',
    directions: { request: 'Request', response: 'Response' },
    columns: {
      operation: 'Operation',
      direction: 'Direction',
      count: 'Count',
      last: 'Last',
      what: 'What differed',
    },
    more: (count: number) => `… and ${countOf(count, 'more operation')}.`,
  },
  steps: {
    title: 'Next steps',
    publish: {
      title: 'Publish',
      free: 'Nothing prevents publishing this version.',
      form: 'Propose to publish it',
    },
    deprecate: {
      title: 'Deprecate',
      free: 'Nothing prevents deprecating this version.',
      form: 'Propose to deprecate it',
    },
    retire: {
      title: 'Retire',
      free: 'Nothing prevents retiring this version.',
      form: 'Propose to retire it',
    },
    newVersion: { title: 'New version', form: 'Propose a new version' },
    newVersionAdvice:
      'A new version is for changes that break callers. Other changes can be made in the version that they use.',
    block: {
      title: 'Block',
      advice:
        'Calls of a blocked version get 503, until it is unblocked. Block it while it must not be called.',
      form: 'Propose to block it',
    },
    unblock: {
      title: 'Unblock',
      advice: 'This version is blocked: calls get 503. Unblocked, it is available as it was before.',
      form: 'Propose to unblock it',
    },
    details: {
      title: 'Details and endpoints',
      advice: 'Its description, its tags, and where calls are forwarded to.',
      form: 'Edit details and endpoints',
    },
    document: {
      title: 'OpenAPI document',
      advice: 'The preview shows what a new document changes for callers, and for which applications.',
      form: 'Replace the document',
    },
    retired: 'This version is retired: calls get 410. Its declaration and its document stay.',
    forbidden: 'Forbidden',
    advice: 'Advice',
    rule: 'Rule',
    noForms:
      'This gateway is not connected to a git repository, so the store cannot propose changes. Edit the file of the declaration in the repository, and have the change reviewed there.',
  },
  obstacles: {
    not_deprecated: () =>
      'Only a deprecated version can be retired, so that its callers learn of its end in time. Deprecate it first.',
    subscribed: ({ applications, calling, former }: Subscribers) =>
      `${nameSome(applications)} ${wordFor(applications.length, 'is', 'are')} subscribed. ${describeCalling(calling, former)} The last subscription has to be removed in an earlier change.`,
    no_successor: () =>
      'No later version is published that callers could move to. Publish one first, or name another API as the successor.',
    successor_not_published: ({ successor }: { readonly successor: string }) =>
      `Its successor ${successor} is not published, so callers cannot move to it.`,
    no_sunset: () =>
      'It names no date after which it may be retired, so callers do not know how long they have.',
    before_sunset: ({ sunset }: { readonly sunset: string }) =>
      `Its responses announce that it is available until ${sunset}.`,
    live_versions: ({ versions }: { readonly versions: readonly string[] }) =>
      `${nameSome(versions)} are live, and at most two versions may be. Retire one of them first.`,
    lint_errors: ({ count }: { readonly count: number }) =>
      `Lint reports ${countOf(count, 'error')} in it, so it cannot be compiled.`,
  },
} as const;

/**
 * The subscribed applications, and those with recent calls; `calling` is undefined if unknown. `former` has the other names
 * with recent calls.
 */
interface Subscribers {
  readonly applications: readonly string[];
  readonly calling: readonly string[] | undefined;
  readonly former: readonly string[];
}

function describeCalling(calling: readonly string[] | undefined, former: readonly string[]): string {
  if (!calling) return 'Whether they still call is not known right now.';
  const all = [...calling, ...former];
  if (all.length === 0) return 'There were no calls in the last 14 days.';
  const called = `${nameSome(all)} called in the last 14 days.`;
  return former.length === 0 ? called : `${called} ${describeFormer(former)}`;
}

/** Explains calls under names that no subscription has now. */
function describeFormer(names: readonly string[]): string {
  return `${nameSome(names)} ${wordFor(names.length, 'has', 'have')} no subscription now. Earlier calls of a renamed application are counted under its former name.`;
}

const most = 5;

function nameSome(names: readonly string[]): string {
  const shown =
    names.length > most ? [...names.slice(0, most), `${formatCount(names.length - most)} more`] : names;
  return new Intl.ListFormat('en').format(shown);
}
