// @module-tag full
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Person } from '#compiled/ownership.ts';
import { sameJson } from '#compiled/json.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { readDetails } from '#compiler/propose/changes/api-details.ts';
import { build } from '#pipeline.ts';
import { ChangeError, ChangePlanner } from '#pipeline/plan-change.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { makeOrigin } from '../serve/git-repository.ts';
import { git } from '../platform/git-in-test.ts';

type Files = Readonly<Record<string, string>>;

const now = Date.parse('2026-11-23T10:00:00Z');
const ada: Person = {
  subject: 'user:staff/ada',
  emails: ['ada@example.edu'],
  provider: 'staff',
  groups: [],
};

const digest = (digit: string) => `sha256:${digit.repeat(64)}` as const;
const subscriptionOf = (application: string) =>
  `kind: Subscription\napplication: ${application}\napi: DogPark/v1\ntier: gold\n`;

/** Written by the gateway, in block style. `CatCafe` has both key sets, with two secrets each. */
const cafe = `kind: Application
name: CatCafe
type: web
owner: ada@example.edu
callbackUrls:
  - https://cats.example.edu/callback
grants:
  - authorization_code
  - client_credentials
keys:
  production:
    consumerKey: cat-cafe-production
    secretDigests:
      - ${digest('1')}
      - ${digest('2')}
  sandbox:
    consumerKey: cat-cafe-sandbox
    secretDigests:
      - ${digest('3')}
      - ${digest('4')}
`;
/** `OtterCam` has no keys, and `KennelSync` only those of production. */
const otters = `kind: Application
name: OtterCam
type: web
owner: ada@example.edu
callbackUrls:
  - https://otters.example.edu/callback
grants:
  - authorization_code
`;
const kennels = `kind: Application
name: KennelSync
type: service
owner: ada@example.edu
grants:
  - client_credentials
keys:
  production:
    consumerKey: kennels-production
    secretDigests:
      - ${digest('5')}
      - ${digest('6')}
`;

const base: Files = {
  ...cleanSources,
  'teams.yaml':
    'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n---\nkind: Team\nname: cats-team\n',
  'tiers.yaml': `${cleanSources['tiers.yaml']}---\nkind: Tier\nname: silver\nlimit: { requests: 10, unit: minute }\n`,
  'applications/cat_cafe.yaml': cafe,
  'applications/otter_cam.yaml': otters,
  'applications/kennel_sync.yaml': kennels,
  'apis/bird_house/v1/api.yaml': (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', 'BirdHouse')
    .replace('/dog_park', '/bird_house'),
  'apis/bird_house/v1/openapi.yaml': cleanDefinition,
  'apis/dog_park/v1/subscriptions.yaml': ['DogWalker', 'CatCafe', 'OtterCam']
    .map(subscriptionOf)
    .join('---\n'),
};

const definition = cleanDefinition;
const application = { type: 'service', owner: 'ada@example.edu', callbackUrls: [], grants: [] } as const;
const subscription = { api: 'DogPark/v1', tier: 'gold', scopes: [] } as const;
const endpoints = (host: string) => ({ production: `https://${host}.example.edu` });
const secret = (digit: string) => ({ consumerKey: `consumer-key-${digit}`, secretDigest: digest(digit) });

const changes: readonly ProposedChange[] = [
  { change: 'application_added', name: 'BirdFeed', ...application },
  { change: 'application_added', name: 'BatCave', ...application, subscriptions: [subscription] },
  { change: 'application_added', name: 'EelPond', ...application, subscriptions: [subscription] },
  { change: 'subscription_added', application: 'KennelSync', ...subscription },
  { change: 'subscription_removed', application: 'DogWalker', api: 'DogPark/v1' },
  { change: 'subscription_removed', application: 'CatCafe', api: 'DogPark/v1' },
  { change: 'subscription_removed', application: 'OtterCam', api: 'DogPark/v1' },
  {
    change: 'subscriptions_added',
    application: 'KennelSync',
    subscriptions: [subscription, { ...subscription, api: 'BirdHouse/v1' }],
  },
  ...['DogWalker', 'CatCafe', 'OtterCam'].map((name) => ({
    change: 'subscription_changed' as const,
    application: name,
    api: 'DogPark/v1',
    tier: 'silver',
    scopes: ['read'],
  })),
  ...['CatCafe', 'OtterCam', 'KennelSync'].flatMap((name): readonly ProposedChange[] => [
    { change: 'application_renamed', application: name, name: `${name}Two` },
    { change: 'application_transferred', application: name, owner: 'cats-team' },
    { change: 'application_removed', application: name },
  ]),
  {
    change: 'application_changed',
    application: 'CatCafe',
    callbackUrls: ['https://cats.example.edu/callback', 'https://cats.example.edu/other'],
    grants: ['authorization_code', 'client_credentials', 'refresh_token'],
  },
  {
    change: 'application_changed',
    application: 'KennelSync',
    callbackUrls: [],
    grants: ['client_credentials', 'refresh_token'],
  },
  {
    change: 'application_changed',
    application: 'OtterCam',
    callbackUrls: ['https://otters.example.edu/other'],
    grants: ['authorization_code', 'refresh_token'],
  },
  {
    change: 'keys_added',
    application: 'CatCafe',
    keySet: 'production',
    keys: secret('a'),
    retiresOlder: false,
  },
  { change: 'keys_added', application: 'CatCafe', keySet: 'sandbox', keys: secret('b'), retiresOlder: true },
  { change: 'secrets_retired', application: 'CatCafe', keySet: 'production' },
  { change: 'secrets_retired', application: 'CatCafe', keySet: 'sandbox' },
  {
    change: 'keys_added',
    application: 'KennelSync',
    keySet: 'production',
    keys: secret('c'),
    retiresOlder: false,
  },
  {
    change: 'keys_added',
    application: 'KennelSync',
    keySet: 'sandbox',
    keys: secret('d'),
    retiresOlder: false,
  },
  {
    change: 'keys_added',
    application: 'OtterCam',
    keySet: 'production',
    keys: secret('e'),
    retiresOlder: false,
  },
  {
    change: 'keys_added',
    application: 'OtterCam',
    keySet: 'sandbox',
    keys: secret('f'),
    retiresOlder: false,
  },
  {
    change: 'api_added',
    name: 'CatHouse',
    context: 'cat_house',
    version: 'v1',
    owner: 'parks-team',
    definition,
    endpoints: endpoints('cats'),
  },
  {
    change: 'api_version_added',
    follows: 'DogPark/v1',
    version: 'v2',
    definition,
    endpoints: endpoints('v2'),
  },
  {
    change: 'api_version_added',
    follows: 'DogPark/v1',
    version: 'v3',
    definition,
    endpoints: endpoints('v3'),
  },
  {
    change: 'api_changed',
    api: 'DogPark/v1',
    details: readDetails(parse(cleanSources['apis/dog_park/v1/api.yaml'] ?? '') as ApiDeclaration).digest,
    description: '',
    tags: [],
    endpoints: endpoints('moved'),
  },
  {
    change: 'api_definition_replaced',
    api: 'DogPark/v1',
    definition: definition.replace('Lists the dogs.', 'Lists all dogs.'),
  },
  { change: 'api_deprecated', api: 'DogPark/v1', since: '2026-12-01', sunset: '2027-12-01' },
];

/** The files after a change; undefined if the change does not fit them. */
async function apply(files: Files, change: ProposedChange): Promise<Files | undefined> {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  try {
    const wanted = { change, person: ada };
    const planned = await planner.plan({ tree: memorySourceTree(files), changed: 'all' }, wanted, now);
    const after = Object.entries({ ...files, ...planned.files });
    return Object.fromEntries(after.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])));
  } catch (error) {
    if (error instanceof ChangeError) return undefined;
    throw error;
  }
}

async function digestOfFiles(files: Files): Promise<string | undefined> {
  const { compiled } = await build(memorySourceTree(files), 'gateway.config.yaml', 'production');
  return compiled?.digest;
}

const nameOf = (change: ProposedChange) =>
  [change.change, ...Object.values(subjectOfChange(change))].join(' ');

interface Branch {
  readonly change: ProposedChange;
  readonly commit: string;
  readonly files: Files;
}

/** A branch for each change, all from one base. */
async function makeBranches() {
  const { work, push } = await makeOrigin();
  const first = await push(base);
  const branches: Branch[] = [];
  for (const change of changes) {
    const files = await apply(base, change);
    if (!files) throw new Error(`${nameOf(change)} does not fit the base`);
    const removed = Object.keys(base).filter((file) => !(file in files));
    await git(work, 'reset', '--quiet', '--hard', first);
    const written = { ...files, ...Object.fromEntries(removed.map((file) => [file, undefined])) };
    branches.push({ change, files, commit: await push(written, 'other') });
  }
  return { work, branches };
}

/** The files that a branch has changed. */
const changedBy = ({ files }: Branch) =>
  Object.keys({ ...base, ...files }).filter((file) => files[file] !== base[file]);

/**
 * The first keys of an application are one new mapping, at the end of its document: two proposals that both write it, or
 * the line above it, are merged by hand.
 */
function isByHand(one: ProposedChange, other: ProposedChange): boolean {
  const isFirst = (change: ProposedChange) =>
    change.change === 'keys_added' && change.application === 'OtterCam';
  const ofOtters = [one, other].filter((change) => subjectOfChange(change).application === 'OtterCam');
  return (
    ofOtters.length === 2 &&
    ofOtters.some(isFirst) &&
    !ofOtters.some(({ change }) => change.startsWith('sub'))
  );
}

/** What removes lines that the other change of the same application edits, which no merge can have both ways. */
function isOfRemovedLines(one: ProposedChange, other: ProposedChange): boolean {
  if (subjectOfChange(one).application !== subjectOfChange(other).application) return false;
  const names = [one.change, other.change];
  if (names.includes('subscription_removed')) return names.includes('application_renamed');
  return names.includes('application_removed') && !namesNewSubscriptions(names);
}

/** A deprecation dates each subscription at its end, where the other change edits or removes it. */
function isOfDatedLines(one: ProposedChange, other: ProposedChange): boolean {
  const names = [one.change, other.change];
  const edits = ['subscription_removed', 'subscription_changed', 'application_removed'] as const;
  return names.includes('api_deprecated') && edits.some((name) => names.includes(name));
}

function namesNewSubscriptions(names: readonly ProposedChange['change'][]): boolean {
  return names.includes('subscription_added') || names.includes('subscriptions_added');
}

/** The name under which one change adds subscriptions, and which the other takes away; undefined if there is none. */
function findRemovedName(one: ProposedChange, other: ProposedChange): string | undefined {
  const names = [one.change, other.change];
  const isRemoved = names.includes('application_removed') || names.includes('application_renamed');
  const { application: name } = subjectOfChange(one);
  const isSame = subjectOfChange(other).application === name;
  return isSame && isRemoved && namesNewSubscriptions(names) ? name : undefined;
}

test('two proposals for different subjects merge in any order, into what both declare', async () => {
  const { work, branches } = await makeBranches();
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).flatMap((other) => {
      const isSame = sameJson(subjectOfChange(one.change), subjectOfChange(other.change));
      const isConflict = [isByHand, isOfRemovedLines, isOfDatedLines].some((is) =>
        is(one.change, other.change),
      );
      return isSame || isConflict ? [] : [[one, other] as const];
    }),
  );
  const problems: string[] = [];
  for (const [one, other] of pairs) {
    const merged = await Promise.all([merge(work, one, other), merge(work, other, one)]);
    const pair = `${nameOf(one.change)} and ${nameOf(other.change)}`;
    if (merged[0] === undefined || merged[0] !== merged[1]) problems.push(`${pair} conflict`);
    const isCommon = changedBy(one).some((file) => changedBy(other).includes(file));
    const both = isCommon && (await apply(one.files, other.change));
    if (both && (await digestOfTree(work, merged[0])) !== (await digestOfFiles(both)))
      problems.push(`${pair} merge into another table`);
    const removed = findRemovedName(one.change, other.change);
    const left = await applicationsOfTree(work, removed === undefined ? undefined : merged[0]);
    if (left.some((name) => removed !== undefined && name.startsWith(removed)))
      problems.push(`${pair} leave a subscription`);
  }
  expect(pairs.length).toBeGreaterThan(500);
  expect(problems).toEqual([]);
}, 600_000);

/** The tree that git makes of two branches; undefined if they conflict. */
function merge(work: string, one: Branch, other: Branch): Promise<string | undefined> {
  return git(work, 'merge-tree', '--write-tree', one.commit, other.commit).catch(() => undefined);
}

async function digestOfTree(work: string, id: string | undefined): Promise<string | undefined> {
  return (await tableOfTree(work, id))?.digest;
}

/** The applications with subscriptions in the table of a tree; none without a tree. */
async function applicationsOfTree(work: string, id: string | undefined): Promise<readonly string[]> {
  const table = id === undefined ? undefined : await tableOfTree(work, id);
  return table?.manifest.subscriptions.map(({ application: name }) => name) ?? [];
}

async function tableOfTree(work: string, id: string | undefined) {
  await using tree = await openGitSourceTree(work, id ?? '');
  return (await build(tree, 'gateway.config.yaml', 'production')).compiled;
}
