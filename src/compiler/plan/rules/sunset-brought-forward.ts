import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { fieldChangesOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { findSame } from '../history/follow-identities.ts';
import { type History, type State, subscribersOf } from '../history/history.ts';
import { locateFinding } from '../history/locate-change.ts';
import { nameSome } from '../wording/describe-value.ts';

const file = 'apis/dog_park/v1/api.yaml';
const deprecate = (more = '') =>
  editApi('published', `deprecated\ndeprecation: { since: 2026-01-31${more} }`);
const announced = deprecate(', sunset: 2027-01-31');

export const sunsetBroughtForward = defineHistoryRule({
  name: 'sunset-brought-forward',
  section: '9.2',
  severity: 'error',
  summary: 'The announced sunset of a version is not brought forward.',
  why: 'Callers plan their migration by the date that the responses of the version announce.',
  examples: [
    {
      title: 'A sunset is announced',
      base: [deprecate()],
      head: [editApi(' }', ', sunset: 2027-01-31 }')],
      findings: [],
    },
    {
      title: 'An earlier sunset',
      base: [announced],
      head: [editApi('2027-01-31', '2026-06-30')],
      findings: [
        `${file}:6:43 The sunset of DogPark/v1 is 2026-06-30, but 2027-01-31 was announced to DogWalker.`,
      ],
    },
  ],
  check: (history, report) => {
    for (const head of history.head.workspace.apis.filter(({ value }) => isLive(value))) {
      const base = findSame(head, history.base);
      const callers = subscribersOf(history.base, apiKey(head.value));
      if (base && isEarlier(base, head) && callers.length > 0) report(describe(base, head, callers, history));
    }
  },
});

function isEarlier({ value: base }: DeclaredApi, { value: head }: DeclaredApi): boolean {
  const [before, after] = [base.deprecation?.sunset, head.deprecation?.sunset];
  return isLive(base) && before !== undefined && after !== undefined && after < before;
}

function describe(
  base: DeclaredApi,
  head: DeclaredApi,
  callers: readonly string[],
  history: History,
): HistoryFinding {
  const key = apiKey(head.value);
  const [before, after] = [base.value.deprecation?.sunset, head.value.deprecation?.sunset];
  return {
    ...locateFinding({ base: locate(base, history.base), head: locate(head, history.head) }, history),
    message: `The sunset of ${key} is ${after}, but ${before} was announced to ${nameSome(callers)}.`,
    help: 'Keep the announced date, or a later one.',
    changes: fieldChangesOf(history.plan, { kind: 'Api', name: key }, 'deprecation/sunset'),
  };
}

function locate({ place }: DeclaredApi, { workspace }: State) {
  return workspace.sources.locate(placeOf(place, 'deprecation', 'sunset'), 'value');
}
