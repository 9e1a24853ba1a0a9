import type { Compiled } from '#compiled/compiled.ts';
import { placeOf } from '#source/place.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { editApi, subscriptionsFile } from '#compiler/rule/example-edits.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { apiKey, subscriptionKey } from '#compiled/api-key.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { formerApis, formerNames } from '../history/follow-identities.ts';
import { type History, stageOf } from '../history/history.ts';

const deprecate = editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }');
const subscribe = (more = '') => ({
  file: subscriptionsFile,
  content: `kind: Subscription\napplication: DogWalker\napi: DogPark/v1\ntier: gold\n${more}`,
});
const unsubscribe = { file: subscriptionsFile, isGone: true } as const;

export const newSubscriptionToDeprecatedApi = defineHistoryRule({
  name: 'new-subscription-to-deprecated-api',
  section: '9.2',
  severity: 'error',
  twin: 'subscription-to-deprecated-api',
  summary: 'No application newly subscribes to a deprecated version.',
  why: 'A new subscriber to a deprecated version must soon migrate, and the `since` date is not verified.',
  examples: [
    { title: 'A published version', base: [unsubscribe], head: [subscribe()], findings: [] },
    {
      title: 'A new subscription',
      base: [deprecate, unsubscribe],
      head: [subscribe()],
      findings: [`${subscriptionsFile}:3:6 DogWalker subscribes to DogPark/v1, which is deprecated.`],
    },
  ],
  check: (history, report) => {
    const apis = apisByKey(history.head.workspace.apis);
    for (const subscription of history.head.workspace.subscriptions) {
      const api = apis.get(subscription.value.api);
      if (!api || stageOf(api.value) !== 'deprecated') continue;
      if (!wasThere(subscription.value, api, history)) report(describe(subscription, api, history));
    }
  },
});

const indexSubscriptions = oncePer(
  ({ manifest }: Compiled) => new Set(manifest.subscriptions.map(subscriptionKey)),
);

/** Whether an application was subscribed before, also under former names of the application or the API. */
function wasThere({ application }: SubscriptionDeclaration, api: DeclaredApi, history: History): boolean {
  const known = indexSubscriptions(history.base.compiled);
  const key = apiKey((formerApis(history).get(api) ?? api).value);
  const names = [application, ...(formerNames(history).get(application) ?? [])];
  return names.some((name) => known.has(`${name} ${key}`));
}

function describe(
  { value, place }: Declared<SubscriptionDeclaration>,
  api: DeclaredApi,
  { head: { workspace }, plan }: History,
): HistoryFinding {
  const { application, api: key, since } = value;
  const locate = (at: typeof place, ...path: readonly string[]) =>
    workspace.sources.locate(placeOf(at, ...path), 'value');
  const claim = since === undefined ? '' : ', and the subscription is new despite its date';
  return {
    at: locate(place, since === undefined ? 'api' : 'since'),
    message: `${application} subscribes to ${key}, which is deprecated${claim}.`,
    help: 'Subscribe to a published version.',
    related: [{ message: 'deprecated here', at: locate(api.place, 'state') }],
    changes: wholeChangeOf(plan, { kind: 'Subscription', name: `${application} ${key}` }, 'add'),
  };
}
