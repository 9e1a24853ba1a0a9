import { appendPointer, placeOf } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { valueAt } from '#compiled/json.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { fieldChangesOf } from '../changes-of.ts';
import { defineHistoryRule, type HistoryFinding } from '../history/define-history-rule.ts';
import { findBreakingSettings, type BreakingSetting } from '../history/find-breaking-settings.ts';
import { findSame } from '../history/follow-identities.ts';
import { entryOf, partOf, type History, type State } from '../history/history.ts';
import { locateFinding } from '../history/locate-change.ts';
import { nameSome } from '../wording/describe-value.ts';

const file = 'apis/dog_park/v1/api.yaml';
const withFields = (fields: string) => editApi('owner: parks-team\n', `owner: parks-team\n${fields}\n`);
const publicDogs = 'operationAccess: { GET /dogs: public }';
const onePage = 'cors: { allowOrigins: [https://walker.example.edu] }';

export const breakingSettingInVersion = defineHistoryRule({
  name: 'breaking-setting-in-version',
  section: '9.2',
  severity: 'error',
  summary: 'A live version keeps allowing what it allowed its callers before.',
  why: 'A call that the gateway newly refuses fails, even though the OpenAPI document is the same.',
  examples: [
    { title: 'A page of another origin may call it', base: [], head: [withFields(onePage)], findings: [] },
    {
      title: 'A new limit, which only delays callers',
      base: [],
      head: [withFields('limit: { requests: 100, unit: second }')],
      findings: [],
    },
    {
      title: 'A public operation requires a token',
      base: [withFields(publicDogs)],
      head: [editApi(`${publicDogs}\n`, '')],
      findings: [
        `${file}:1:1 DogPark/v1 is published, but it no longer lets callers without a token call GET /dogs.`,
      ],
    },
  ],
  check: (history, report) => {
    for (const head of history.head.workspace.apis) {
      const base = findSame(head, history.base);
      if (!base || !isLive(base.value) || !isLive(head.value)) continue;
      for (const setting of findSettings(head, history)) report(describe(setting, base, head, history));
    }
  },
});

function findSettings({ value }: DeclaredApi, { base, head, plan }: History): readonly BreakingSetting[] {
  const key = apiKey(value);
  const [earlier, later] = [entryOf(base, key), entryOf(head, key)];
  const addresses = earlier && later ? findRemovedAddresses(earlier, later) : [];
  if (earlier?.part === later?.part) return addresses;
  const [before, after] = [partOf(base, key), partOf(head, key)];
  if (!before || !after) return addresses;
  return [...addresses, ...findBreakingSettings(before, after), ...findRemovedEndpoints(key, plan)];
}

/** The removed addresses that were not deprecated; the deprecation of an address announces its removal to callers. */
function findRemovedAddresses(
  { alsoAt: earlier = [] }: ManifestApi,
  { alsoAt: later = [] }: ManifestApi,
): readonly BreakingSetting[] {
  return earlier
    .filter(({ path, deprecation }) => !deprecation && later.every((other) => other.path !== path))
    .map(({ path }) => ({ path: ['alsoAt'], effect: `it can no longer be called at ${path}` }));
}

/** The removed endpoints that subscribers call with their keys. */
function findRemovedEndpoints(api: string, plan: History['plan']): readonly BreakingSetting[] {
  const removed = fieldChangesOf(plan, { kind: 'Api', name: api }, 'endpoints').filter(
    ({ id, affected }) => id === 'endpoint-removed' && affected.length > 0,
  );
  return removed.map(({ path, affected }) => {
    const keySet = path.split('.').at(-1) ?? '';
    const callers = nameSome(affected.map(({ application }) => application));
    const [verb, whose] = affected.length === 1 ? ['calls', 'its'] : ['call', 'their'];
    const effect = `it no longer has a ${keySet} endpoint, which ${callers} ${verb} with ${whose} ${keySet} keys`;
    return { path: ['endpoints', keySet], effect };
  });
}

function describe(
  { path, effect }: BreakingSetting,
  base: DeclaredApi,
  head: DeclaredApi,
  history: History,
): HistoryFinding {
  const key = apiKey(head.value);
  return {
    ...locateFinding(
      {
        base: isDeclared(base, path) ? locate(base, path, history.base) : undefined,
        head: locate(head, path, history.head),
      },
      history,
    ),
    message: `${key} is ${head.value.state}, but ${effect}.`,
    help: 'Restore the setting, or change it in a new version.',
    changes: fieldChangesOf(history.plan, { kind: 'Api', name: key }, appendPointer('', ...path).slice(1)),
  };
}

function isDeclared({ value }: DeclaredApi, path: BreakingSetting['path']): boolean {
  return valueAt(value, path) !== undefined;
}

function locate({ place }: DeclaredApi, path: BreakingSetting['path'], { workspace }: State): SourceLocation {
  return workspace.sources.locate(placeOf(place, ...path), 'value');
}
