import { placeOf } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { editApi, subscriptionsFile } from '#compiler/rule/example-edits.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import type { Change } from '../change.ts';
import { fieldChangesOf, wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { followIdentities } from '../history/follow-identities.ts';
import { type History, type State, stageOf, subscribersOf } from '../history/history.ts';
import { nameSome } from '../wording/describe-value.ts';
import { locateFinding } from '../history/locate-change.ts';

const folder = 'apis/dog_park/v1';
const remove = [`${folder}/api.yaml`, `${folder}/openapi.yaml`].map(
  (file) => ({ file, isGone: true }) as const,
);
const unsubscribe = { file: subscriptionsFile, isGone: true } as const;
const deprecate = editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }');

export const removedWithoutDeprecation = defineHistoryRule({
  name: 'removed-without-deprecation',
  section: '9.2',
  severity: 'error',
  summary:
    'A live version is removed only after it was deprecated, and removed or retired only when no application subscribes to it.',
  why: 'Its callers are refused immediately, and without a deprecation they had no time to migrate.',
  examples: [
    {
      title: 'A deprecated version that nobody subscribes to',
      base: [deprecate, unsubscribe],
      head: remove,
      findings: [],
    },
    {
      title: 'A published version',
      base: [unsubscribe],
      head: remove,
      findings: [`${folder}/api.yaml:5:8 DogPark/v1 is removed, but was never deprecated.`],
    },
    {
      title: 'A published version that an application is subscribed to',
      base: [],
      head: [...remove, unsubscribe],
      findings: [
        `${folder}/api.yaml:5:8 DogPark/v1 is removed, but was never deprecated, and DogWalker is subscribed to it.`,
      ],
    },
  ],
  check: (history, report) => {
    const after = apisByKey(history.head.workspace.apis);
    const followed = new Map(followIdentities(history).map(({ base, head }) => [base, head]));
    for (const base of history.base.workspace.apis.filter(({ value }) => isLive(value))) {
      const head = followed.get(base) ?? after.get(apiKey(base.value));
      const problems = findProblems(base, head, history);
      if (problems.length > 0) report(describe(base, head, problems, history));
    }
  },
});

function findProblems(
  { value }: DeclaredApi,
  head: DeclaredApi | undefined,
  { base }: History,
): readonly string[] {
  const isPublished = stageOf(value) === 'published';
  // lifecycle-order reports skipped steps.
  if (head && (head.value.state !== 'retired' || isPublished)) return [];
  const applications = subscribersOf(base, apiKey(value));
  const are = applications.length === 1 ? 'is' : 'are';
  return [
    ...(isPublished ? ['was never deprecated'] : []),
    ...(applications.length > 0 ? [`${nameSome(applications)} ${are} subscribed to it`] : []),
  ];
}

function describe(
  base: DeclaredApi,
  head: DeclaredApi | undefined,
  problems: readonly string[],
  history: History,
): HistoryFinding {
  const key = apiKey(base.value);
  const places = { base: locateState(base, history.base), head: head && locateState(head, history.head) };
  const verb = head ? 'retired' : 'removed';
  return {
    ...locateFinding(places, history),
    message: `${key} is ${verb}, but ${problems.join(', and ')}.`,
    help: `Deprecate it first, with a sunset date and a successor; it can be ${verb} after its last subscription was removed.`,
    changes: [...changesOfApi(key, head, history), ...changesOfSubscriptions(key, history)],
  };
}

function locateState({ place }: DeclaredApi, { workspace }: State): SourceLocation {
  return workspace.sources.locate(placeOf(place, 'state'), 'value');
}

function changesOfApi(key: string, head: DeclaredApi | undefined, { plan }: History): readonly Change[] {
  const subject = { kind: 'Api', name: key } as const;
  const steps = head ? fieldChangesOf(plan, subject, 'state') : [];
  if (steps.length > 0) return steps;
  const removal = wholeChangeOf(plan, subject, 'remove');
  if (!head) return removal;
  // If the identity changed, the plan removes one API and adds another.
  const successor = { kind: 'Api', name: apiKey(head.value) } as const;
  return [...removal, ...wholeChangeOf(plan, successor, 'add')];
}

function changesOfSubscriptions(key: string, { base, plan }: History): readonly Change[] {
  return subscribersOf(base, key).flatMap((application) =>
    wholeChangeOf(plan, { kind: 'Subscription', name: `${application} ${key}` }, 'remove'),
  );
}
