import { describe, expect, test } from 'vitest';
import type { Person } from '#compiled/ownership.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangeError, ChangePlanner, errorsIn, RefusedChange } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const now = Date.parse('2026-11-23T10:00:00Z');

const eve: Person = { subject: 'user:staff/eve', emails: ['eve@example.edu'], provider: 'staff', groups: [] };
const ada: Person = { ...eve, subject: 'user:staff/ada', emails: ['ada@example.edu'] };

const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'teams.yaml': 'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n',
  'apis/hidden/v1/api.yaml': (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', 'Hidden')
    .replace('/dog_park', '/hidden')
    .replace('state: published', 'state: published\nvisibility: owners'),
  'apis/hidden/v1/openapi.yaml': cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '',
};

const application = {
  change: 'application_added',
  name: 'a b',
  type: 'web',
  owner: 'eve@example.edu',
  description: 'x\u0007',
  callbackUrls: [
    'https://a.example.edu/',
    'https://b.example.edu/\u200b',
    'c\u0007',
    'http://d.example.edu/',
  ],
  grants: [],
} as const;

/** What is wrong with a change: each message, the field and the item, and the messages of lint about other fields. */
async function refuse(change: ProposedChange, person: Person) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  const tree = memorySourceTree(sources);
  const error = await planner
    .plan({ tree, changed: 'all' }, { change, person }, now)
    .catch((one: unknown) => one);
  if (!(error instanceof ChangeError)) throw new Error('the change is not refused');
  return {
    wrong: errorsIn(error).map(({ field, item }) => (item === undefined ? field : `${field} ${item}`)),
    messages: errorsIn(error).map(({ message }) => message),
    linted: error instanceof RefusedChange ? error.diagnostics.map(({ message }) => message) : [],
  };
}

describe('a change with several wrong fields', () => {
  test('is refused with each of them, and with what lint finds in the others', async () => {
    const { wrong, linted } = await refuse(application, eve);
    expect(wrong).toEqual(['name', 'description', 'callbackUrls 1', 'callbackUrls 2']);
    expect(linted).toEqual(['A callback URL of a-b does not use https.']);
  });

  test.each<[string, ProposedChange, string]>([
    [
      'an application of somebody else',
      {
        change: 'application_changed',
        application: 'DogWalker',
        callbackUrls: ['x\u0007'],
        grants: ['y\u0007'],
      },
      'Unknown application "DogWalker".',
    ],
    [
      'an API that only its owners see',
      {
        ...application,
        subscriptions: [{ api: 'Hidden/v1', tier: 'none', scopes: ['x\u0007'] }],
        name: 'Free',
      },
      'Unknown API "Hidden/v1".',
    ],
  ])('says of %s only that it is unknown', async (_, change, message) => {
    expect(await refuse(change, eve)).toEqual({ wrong: [undefined], messages: [message], linted: [] });
  });

  test('says nothing of hidden versions of an API whose name is taken', async () => {
    const change: ProposedChange = {
      change: 'api_added',
      name: 'Hidden',
      context: '/hidden',
      version: 'v1',
      owner: 'eve@example.edu',
      definition: 'x',
      endpoints: { production: 'https://a.example.edu/\u0007' },
    };
    const { wrong, messages } = await refuse(change, eve);
    expect(wrong).toEqual(['name', 'production']);
    expect(messages.join(' ')).not.toContain('Hidden/v1');
  });

  test('is not refused for the owner', async () => {
    const change: ProposedChange = {
      change: 'application_changed',
      application: 'DogWalker',
      callbackUrls: ['https://walker.example.edu/other'],
      grants: ['authorization_code'],
    };
    await expect(refuse(change, ada)).rejects.toThrow('the change is not refused');
  });
});
