import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import type { Change } from '../change.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { exampleOperation } from '../history/example-operation.ts';
import type { History } from '../history/history.ts';
import { nameSome } from '../wording/describe-value.ts';
import { locateFindingOfChange } from '../history/locate-change.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const found = 'DogPark/v1 is published, but this change breaks its callers:';
const require = editDefinition(
  '- name: breed\n          in: query',
  '- name: breed\n          in: query\n          required: true',
);

export const breakingChangeInVersion = defineHistoryRule({
  name: 'breaking-change-in-version',
  section: '9.2',
  severity: 'error',
  summary: 'A change that may break callers of a live version is made in a new version.',
  why: 'Callers rely on the OpenAPI document of a version, and the change reaches them as soon as it is merged.',
  examples: [
    {
      title: 'A new optional parameter',
      base: [],
      head: [
        editDefinition(
          '- name: breed\n',
          '- name: colour\n          in: query\n          schema: { type: string }\n        - name: breed\n',
        ),
      ],
      findings: [],
    },
    {
      title: 'A parameter becomes required',
      base: [],
      head: [require],
      findings: [`${file}:21:11 ${found} GET /dogs: query parameter breed became required.`],
    },
    {
      title: 'An operation is removed',
      base: [],
      head: [editDefinition(exampleOperation, '')],
      findings: [`${file}:7:1 ${found} DELETE /dogs/{dogId} was removed.`],
    },
  ],
  check: (history, report) => {
    const [before, after] = [history.base, history.head].map(({ workspace }) => apisByKey(workspace.apis));
    for (const change of history.plan.changes) {
      const [base, head] = [before?.get(change.subject.name), after?.get(change.subject.name)];
      if (!isBreaking(change) || !base || !head) continue;
      if (isLive(base.value) && isLive(head.value)) report(describe(change, head.value.state, history));
    }
  },
});

/** Whether a change may break callers. Risky changes count, since not all callers of a live version are known. */
function isBreaking({ subject, compatibility }: Change): boolean {
  return subject.kind === 'Api' && (compatibility === 'breaking' || compatibility === 'risky');
}

function describe(change: Change, state: string, history: History): HistoryFinding {
  const { subject, compatibility, message } = change;
  const breaks =
    compatibility === 'breaking' ? 'this change breaks its callers' : 'this change may break its callers';
  return {
    ...locateFindingOfChange(change, history),
    message: `${subject.name} is ${state}, but ${breaks}: ${message}`,
    help: 'Keep existing calls working, or make the change in a new version.',
    ...describeImpact(change),
    changes: [change],
  };
}

function describeImpact({ affected }: Change): Pick<HistoryFinding, 'impact'> {
  if (affected.length === 0) return {};
  const names = nameSome(affected.map(({ application }) => application));
  return { impact: `${names} ${affected.length === 1 ? 'is' : 'are'} affected.` };
}
