import { placeOf } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { editApi, editSubscription } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { followIdentities, type Succession } from '../history/follow-identities.ts';
import type { History, State } from '../history/history.ts';
import { nameSome } from '../wording/describe-value.ts';
import { locateFinding } from '../history/locate-change.ts';

const parts = ['name', 'context', 'version'] as const;
const folder = 'apis/dog_park';

export const apiIdentityImmutable = defineHistoryRule({
  name: 'api-identity-immutable',
  section: '2.2',
  severity: 'error',
  summary: 'The name, context and version of an API never change.',
  why: 'They form its address, and subscriptions refer to them, so calls to the old address fail as soon as one of them changes.',
  examples: [
    { title: 'Something else changes', base: [], head: [editApi('parks-team', 'pets-team')], findings: [] },
    {
      title: 'Another name',
      base: [],
      head: [editApi('DogPark', 'CaninePark'), editSubscription('DogPark/v1', 'CaninePark/v1')],
      findings: [
        `${folder}/v1/api.yaml:2:7 The name of DogPark/v1 changed to CaninePark, but the name, context and version of an API never change.`,
      ],
    },
    {
      title: 'Another context',
      base: [],
      head: [editApi('/dog_park', '/dogpark')],
      findings: [
        `${folder}/v1/api.yaml:3:10 The context of DogPark/v1 changed to /dogpark, but the name, context and version of an API never change.`,
      ],
    },
  ],
  check: (history, report) => {
    for (const succession of followIdentities(history)) report(describeSuccession(succession, history));
  },
});

function describeSuccession({ base, head }: Succession, history: History): HistoryFinding {
  const changed = parts.filter((part) => base.value[part] !== head.value[part]);
  const [names, values] = [changed.map((part) => `the ${part}`), changed.map((part) => head.value[part])];
  const subject = `${nameSome(names)} of ${apiKey(base.value)}`.replace(/^t/, 'T');
  return {
    ...locateFinding(
      { base: locatePart(base, changed, history.base), head: locatePart(head, changed, history.head) },
      history,
    ),
    message: `${subject} changed to ${nameSome(values)}, but the name, context and version of an API never change.`,
    help: 'Restore it, or declare a new API next to this one before you remove this one.',
    changes: [
      ...wholeChangeOf(history.plan, subjectOf(base), 'remove'),
      ...wholeChangeOf(history.plan, subjectOf(head), 'add'),
    ],
  };
}

function locatePart(
  { place }: DeclaredApi,
  [part = 'name']: readonly (keyof ApiDeclaration)[],
  { workspace }: State,
) {
  return workspace.sources.locate(placeOf(place, part), 'value');
}

function subjectOf({ value }: DeclaredApi) {
  return { kind: 'Api', name: apiKey(value) } as const;
}
