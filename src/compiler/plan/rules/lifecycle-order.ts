import { placeOf } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { fieldChangesOf, wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { findSame, formerApis } from '../history/follow-identities.ts';
import { type History, type State, stageOf, stages } from '../history/history.ts';
import { locateFinding } from '../history/locate-change.ts';

const file = 'apis/dog_park/v1/api.yaml';

export const lifecycleOrder = defineHistoryRule({
  name: 'lifecycle-order',
  section: '9.2',
  severity: 'error',
  summary:
    'A version moves from created to published, deprecated and retired, one step at a time and never back; a published or deprecated version may be blocked temporarily.',
  why: 'Callers rely on a published version until its end is announced, and on a retired version not coming back as something else.',
  examples: [
    {
      title: 'It is published again after it was blocked',
      base: [editApi('published', 'blocked')],
      head: [editApi('blocked', 'published')],
      findings: [],
    },
    {
      title: 'It is retired without a deprecation',
      base: [],
      head: [editApi('published', 'retired')],
      findings: [`${file}:5:8 DogPark/v1 goes from published to retired, but deprecated comes first.`],
    },
  ],
  check: (history, report) => {
    const former = formerApis(history);
    for (const head of history.head.workspace.apis.filter((api) => !former.has(api))) {
      const base = findSame(head, history.base);
      const message = base ? findProblem(base.value, head.value) : findProblemOfNew(head.value);
      if (message !== undefined) report({ message, ...describe(base, head, history) });
    }
  },
});

/** The problem with a step, as a sentence; undefined for a valid step. */
function findProblem(base: ApiDeclaration, head: ApiDeclaration): string | undefined {
  const [from, to] = [stageOf(base), stageOf(head)];
  const steps = stages.indexOf(to) - stages.indexOf(from);
  const isSkipping = steps > 1 || (from === 'created' && head.state === 'blocked');
  if (steps >= 0 && !isSkipping) return undefined;
  const [key, blocked] = [apiKey(head), head.state === 'blocked' ? ', and is blocked' : ''];
  if (steps < 0) return `${key} moves back from ${from} to ${to}${blocked}.`;
  const between =
    head.state === 'blocked'
      ? 'published'
      : stages.slice(stages.indexOf(from) + 1, stages.indexOf(to)).join(' and ');
  return `${key} goes from ${from} to ${head.state}, but ${between} comes first.`;
}

function findProblemOfNew(api: ApiDeclaration): string | undefined {
  if (api.state === 'created' || api.state === 'published') return undefined;
  return `${apiKey(api)} is new and ${api.state}.`;
}

function describe(
  base: DeclaredApi | undefined,
  head: DeclaredApi,
  history: History,
): Omit<HistoryFinding, 'message'> {
  const subject = { kind: 'Api', name: apiKey(head.value) } as const;
  const changes = base
    ? ['state', 'deprecation'].flatMap((field) => fieldChangesOf(history.plan, subject, field))
    : wholeChangeOf(history.plan, subject, 'add');
  return {
    ...locateFinding(
      { base: base && locateState(base, history.base), head: locateState(head, history.head) },
      history,
    ),
    help: base
      ? 'Take one step in each change, or declare a new version in place of a retired one.'
      : 'Begin with created or published.',
    changes,
  };
}

function locateState({ place }: DeclaredApi, { workspace }: State) {
  return workspace.sources.locate(placeOf(place, 'state'), 'value');
}
