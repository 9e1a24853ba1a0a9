import { placeOf } from '../../../source/place.ts';
import { apisByKey } from '../../rule/declarations/apis-by-key.ts';
import { addApi, editApi, subscriptionsFile } from '../../rule/example-edits.ts';
import { isLive } from '../../workspace/is-live.ts';
import { apiKey, type DeclaredApi } from '../../workspace/workspace.ts';
import { wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../define-history-rule.ts';
import { followIdentities } from '../follow-identities.ts';
import type { History } from '../history.ts';
import { nameSome } from '../name-some.ts';
import { tellAt } from '../place-of-change.ts';
import { stageOf } from '../stage-of.ts';
import { subscribersOf } from '../subscribers-of.ts';

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
    'A live version is removed only when it has been deprecated and no application is subscribed any more.',
  why: 'Its callers are refused from one moment to the next, and those who were never told have nowhere to go.',
  examples: [
    {
      title: 'A deprecated version that nobody subscribes to',
      base: [deprecate, unsubscribe],
      head: remove,
      findings: [],
    },
    {
      title: 'A version that was never published',
      base: [editApi('published', 'created')],
      head: [...remove, unsubscribe],
      findings: [],
    },
    {
      title: 'A published version',
      base: [unsubscribe],
      head: remove,
      findings: [`${folder}/api.yaml:5:8 DogPark/v1 is removed, and has never been deprecated.`],
    },
    {
      title: 'A deprecated version that an application is subscribed to',
      base: [deprecate],
      head: [...remove, unsubscribe],
      findings: [`${folder}/api.yaml:5:8 DogPark/v1 is removed, and DogWalker is subscribed to it.`],
    },
    {
      title: 'A published version that an application is subscribed to',
      base: [],
      head: [...remove, unsubscribe],
      findings: [
        `${folder}/api.yaml:5:8 DogPark/v1 is removed, and has never been deprecated, and DogWalker is subscribed to it.`,
      ],
    },
    {
      title: 'It moves to another file',
      base: [],
      head: [{ file: `${folder}/api.yaml`, isGone: true }, addApi('dog_park/moved', { version: 'v1' })],
      findings: [],
    },
  ],
  check: (history, report) => {
    const after = apisByKey(history.head.workspace.apis);
    const followed = new Set(followIdentities(history).map(({ base }) => base));
    for (const api of history.base.workspace.apis) {
      const isThere = after.has(apiKey(api.value)) || followed.has(api);
      const faults = isThere || !isLive(api.value) ? [] : findFaults(api, history);
      if (faults.length > 0) report(describe(api, faults, history));
    }
  },
});

function findFaults({ value }: DeclaredApi, { base }: History): readonly string[] {
  const applications = subscribersOf(base, apiKey(value));
  const are = applications.length === 1 ? 'is' : 'are';
  return [
    ...(stageOf(value) === 'published' ? ['has never been deprecated'] : []),
    ...(applications.length > 0 ? [`${nameSome(applications)} ${are} subscribed to it`] : []),
  ];
}

function describe(
  { value, place }: DeclaredApi,
  faults: readonly string[],
  history: History,
): HistoryFinding {
  const { plan, base } = history;
  const key = apiKey(value);
  return {
    ...tellAt({ base: base.workspace.sources.locate(placeOf(place, 'state'), 'value') }, history),
    message: `${key} is removed, and ${faults.join(', and ')}.`,
    help: 'Deprecate it first, with the day of its end and a successor, and remove it when its subscriptions are gone.',
    changes: [
      ...wholeChangeOf(plan, { kind: 'Api', name: key }, 'remove'),
      ...subscribersOf(base, key).flatMap((application) =>
        wholeChangeOf(plan, { kind: 'Subscription', name: `${application} ${key}` }, 'remove'),
      ),
    ],
  };
}
