import { placeOf } from '#source/place.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import { groupVersions, isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { fieldChangesOf, wholeChangeOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { formerApis } from '../history/follow-identities.ts';
import type { History, State } from '../history/history.ts';
import { nameSome } from '../wording/describe-value.ts';

const most = 2;
const v3 = (state: string) => addApi('dog_park/v3', { version: 'v3', state });

export const liveVersionsRise = defineHistoryRule({
  name: 'live-versions-rise',
  section: '8.1',
  severity: 'error',
  twin: 'api-live-versions',
  summary: 'No version goes live while two other versions of its API are published, deprecated or blocked.',
  why: 'Every live version must be operated and maintained, and a third one can still be avoided.',
  examples: [
    { title: 'A second version', base: [], head: [addApi('dog_park/v2')], findings: [] },
    {
      title: 'A third version',
      base: [addApi('dog_park/v2')],
      head: [v3('published')],
      findings: [
        'apis/dog_park/v3/api.yaml:5:8 DogPark/v3 goes live next to v1 and v2, but at most two versions may be live.',
      ],
    },
  ],
  check: (history, report) => {
    const before = liveVersions(history.base);
    const former = formerApis(history);
    for (const [name, live] of liveVersions(history.head)) {
      const known = before.get(name) ?? [];
      if (live.length <= most || live.length <= known.length) continue;
      const keys = new Set(known.map(({ value }) => apiKey(value)));
      const fresh = live.findLast((api) => !keys.has(apiKey(api.value)) && !former.has(api));
      if (fresh) report(describe(fresh, live, history));
    }
  },
});

function liveVersions({ workspace }: State): ReadonlyMap<string, readonly DeclaredApi[]> {
  const live = workspace.apis.filter(({ value }) => isLive(value));
  return new Map(groupVersions(live).map((versions) => [versions[0]?.value.name ?? '', versions]));
}

function describe(fresh: DeclaredApi, live: readonly DeclaredApi[], { plan, head }: History): HistoryFinding {
  const locate = ({ place }: DeclaredApi) => head.workspace.sources.locate(placeOf(place, 'state'), 'value');
  const others = live.filter((api) => api !== fresh);
  const subject = { kind: 'Api', name: apiKey(fresh.value) } as const;
  const versions = nameSome(others.map(({ value }) => value.version));
  return {
    at: locate(fresh),
    message: `${subject.name} goes live next to ${versions}, but at most two versions may be live.`,
    help: 'Retire one of them first.',
    related: others.map((api) => ({ message: `${apiKey(api.value)} is live`, at: locate(api) })),
    changes: [...wholeChangeOf(plan, subject, 'add'), ...fieldChangesOf(plan, subject, 'state')],
  };
}
