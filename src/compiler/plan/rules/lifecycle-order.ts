import { placeOf } from '../../../source/place.ts';
import type { ApiDeclaration } from '../../declaration/api.ts';
import { addApi, editApi } from '../../rule/example-edits.ts';
import { apiKey } from '../../../compiled/api-key.ts';
import type { DeclaredApi } from '../../workspace/workspace.ts';
import { fieldChangesOf, wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { findSame, formerApis } from '../history/follow-identities.ts';
import { type History, type State, stageOf, stages } from '../history/history.ts';
import { tellAt } from '../locate-change.ts';

const file = 'apis/dog_park/v1/api.yaml';
const deprecation = 'deprecation: { since: 2026-01-31 }';
const deprecated = `deprecated\n${deprecation}`;

export const lifecycleOrder = defineHistoryRule({
  name: 'lifecycle-order',
  section: '9.2',
  severity: 'error',
  summary:
    'A version goes from created to published, deprecated and retired, one step at a time and never back; one that is published or deprecated may be blocked meanwhile.',
  why: 'Callers trust that what is published stays until they are told of its end, and that what has ended does not come back as something else.',
  examples: [
    {
      title: 'It is published',
      base: [editApi('published', 'created')],
      head: [editApi('created', 'published')],
      findings: [],
    },
    { title: 'It is deprecated', base: [], head: [editApi('published', deprecated)], findings: [] },
    { title: 'It is blocked', base: [], head: [editApi('published', 'blocked')], findings: [] },
    {
      title: 'It is published again after it was blocked',
      base: [editApi('published', 'blocked')],
      head: [editApi('blocked', 'published')],
      findings: [],
    },
    {
      title: 'It is retired before anybody was told of its end',
      base: [],
      head: [editApi('published', 'retired')],
      findings: [`${file}:5:8 DogPark/v1 goes from published to retired, and deprecated comes between.`],
    },
    {
      title: 'It comes back',
      base: [editApi('published', 'retired')],
      head: [editApi('retired', 'published')],
      findings: [`${file}:5:8 DogPark/v1 goes back from retired to published.`],
    },
    {
      title: 'It loses its deprecation while it is blocked',
      base: [editApi('published', `blocked\n${deprecation}`)],
      head: [editApi(`\n${deprecation}`, '')],
      findings: [`${file}:5:8 DogPark/v1 goes back from deprecated to published, and is blocked.`],
    },
    {
      title: 'It begins with its end',
      base: [],
      head: [addApi('dog_park/v2', { state: 'retired' })],
      findings: ['apis/dog_park/v2/api.yaml:5:8 DogPark/v2 is new and retired.'],
    },
  ],
  check: (history, report) => {
    const former = formerApis(history);
    for (const head of history.head.workspace.apis.filter((api) => !former.has(api))) {
      const base = findSame(head, history.base);
      const message = base ? findFault(base.value, head.value) : findFaultOfNew(head.value);
      if (message !== undefined) report({ message, ...describe(base, head, history) });
    }
  },
});

/** What is wrong with a step, as a sentence; undefined where it is one of the lifecycle. */
function findFault(base: ApiDeclaration, head: ApiDeclaration): string | undefined {
  const [from, to] = [stageOf(base), stageOf(head)];
  const steps = stages.indexOf(to) - stages.indexOf(from);
  const isSkipping = steps > 1 || (from === 'created' && head.state === 'blocked');
  if (steps >= 0 && !isSkipping) return undefined;
  const [key, blocked] = [apiKey(head), head.state === 'blocked' ? ', and is blocked' : ''];
  if (steps < 0) return `${key} goes back from ${from} to ${to}${blocked}.`;
  const between =
    head.state === 'blocked'
      ? 'published'
      : stages.slice(stages.indexOf(from) + 1, stages.indexOf(to)).join(' and ');
  return `${key} goes from ${from} to ${head.state}, and ${between} comes between.`;
}

function findFaultOfNew(api: ApiDeclaration): string | undefined {
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
    ...tellAt(
      { base: base && locateState(base, history.base), head: locateState(head, history.head) },
      history,
    ),
    help: base
      ? 'Take the steps between first, each in a change of its own; what has ended is declared anew as another version.'
      : 'Begin with created or published.',
    changes,
  };
}

function locateState({ place }: DeclaredApi, { workspace }: State) {
  return workspace.sources.locate(placeOf(place, 'state'), 'value');
}
