import { appendPointer, placeOf } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { editApi, editApplication } from '#compiler/rule/example-edits.ts';
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
const sandbox = '  sandbox: { url: https://dogs-sandbox.internal.example.edu }\n';
const sandboxKeys = editApplication(
  'keys:\n',
  `keys:\n  sandbox: { consumerKey: dogwalker-sandbox, secretDigests: ['sha256:${'1'.repeat(64)}'] }\n`,
);
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
    { title: 'An operation becomes public', base: [], head: [withFields(publicDogs)], findings: [] },
    {
      title: 'A public operation requires a token',
      base: [withFields(publicDogs)],
      head: [editApi(`${publicDogs}\n`, '')],
      findings: [
        `${file}:1:1 DogPark/v1 is published, but it no longer lets callers without a token call GET /dogs.`,
      ],
    },
    {
      title: 'Some operations of a public version require a token',
      base: [withFields('access: public')],
      head: [editApi('access: public', publicDogs)],
      findings: [
        `${file}:1:1 DogPark/v1 is published, but it no longer lets callers without a token call POST /dogs, DELETE /dogs/{dogId}, GET /dogs/{dogId} and PUT /dogs/{dogId}.`,
      ],
    },
    {
      title: 'No page of another origin may call it any more',
      base: [withFields(onePage)],
      head: [editApi(`${onePage}\n`, '')],
      findings: [
        `${file}:1:1 DogPark/v1 is published, but it no longer lets pages of other origins call it.`,
      ],
    },
    {
      title: 'A page may no longer call it',
      base: [withFields('cors: { allowOrigins: ["*"] }')],
      head: [editApi('"*"', 'https://walker.example.edu')],
      findings: [
        `${file}:7:23 DogPark/v1 is published, but it no longer lets pages of every origin call it.`,
      ],
    },
    {
      title: 'Shorter bodies',
      base: [],
      head: [withFields('maxBodyBytes: 1000')],
      findings: [
        `${file}:7:15 DogPark/v1 is published, but it accepts bodies of at most 1000 bytes instead of 10485760.`,
      ],
    },
    {
      title: 'Encoded slashes are refused',
      base: [withFields('pathEncoding: pass')],
      head: [editApi('pathEncoding: pass\n', '')],
      findings: [`${file}:1:1 DogPark/v1 is published, but it now refuses paths with ;, %3B, %2F or %5C.`],
    },
    {
      title: 'The sandbox is removed, and nobody has sandbox keys',
      base: [],
      head: [editApi(sandbox, '')],
      findings: [],
    },
    {
      title: 'The sandbox is removed while a subscriber has sandbox keys',
      base: [sandboxKeys],
      head: [editApi(sandbox, '')],
      findings: [
        `${file}:9:3 DogPark/v1 is published, but it no longer has a sandbox endpoint, which DogWalker calls with its sandbox keys.`,
      ],
    },
    {
      title: 'Calls that the document does not declare are refused',
      base: [withFields('operations: { undeclared: pass }')],
      head: [editApi('undeclared: pass', 'undeclared: refuse')],
      findings: [
        `${file}:7:27 DogPark/v1 is published, but it now refuses calls that its document does not declare.`,
      ],
    },
    {
      title: 'A further address is removed',
      base: [withFields('alsoAt: [/dogs/v1]')],
      head: [editApi('alsoAt: [/dogs/v1]\n', '')],
      findings: [`${file}:1:1 DogPark/v1 is published, but it can no longer be called at /dogs/v1.`],
    },
    {
      title: 'A further address is removed that was deprecated',
      base: [withFields('alsoAt: [{ path: /dogs/v1, deprecation: { since: 2026-01-31 } }]')],
      head: [editApi('alsoAt: [{ path: /dogs/v1, deprecation: { since: 2026-01-31 } }]\n', '')],
      findings: [],
    },
    {
      title: 'Requests are validated against the document',
      base: [withFields('validation: { requests: report }')],
      head: [editApi('requests: report', 'requests: enforce')],
      findings: [
        `${file}:7:25 DogPark/v1 is published, but it now refuses requests that its document does not allow.`,
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

/** The end of a deprecated address has been announced to those who call it. */
function findRemovedAddresses(
  { alsoAt: earlier = [] }: ManifestApi,
  { alsoAt: later = [] }: ManifestApi,
): readonly BreakingSetting[] {
  return earlier
    .filter(({ path, deprecation }) => !deprecation && later.every((other) => other.path !== path))
    .map(({ path }) => ({ path: ['alsoAt'], effect: `it can no longer be called at ${path}` }));
}

/** The endpoints that subscribers with keys for them call. */
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
