// @module-tag full
import { expect, test } from 'vitest';
import { owns } from '#compiled/ownership.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import {
  isProposalProblem,
  type ProposalTopic,
  type Proposals,
  type Proposer,
} from '#runtime/ports/proposals.ts';
import type { Approvers } from '#runtime/ports/proposals/preview.ts';
import { openPublisher, userOf } from '../../../runtime/portal/publisher/publisher-in-test.ts';
import { ada, eve, openEngineInTest, sources } from '../engine-in-test.ts';
import { bob, withBob } from './proposed-in-test.ts';

const birds = (sources['apis/dog_park/v1/api.yaml'] ?? '')
  .replace('DogPark', 'BirdPark')
  .replace('dog_park', 'bird_park')
  .replaceAll('https://dogs', 'https://birds')
  .replace('owner: parks-team', 'owner: kennel-team');

/** parks-team (ada, bob) owns DogPark; kennel-team (ada, eve) owns BirdPark and KennelSync; ada owns DogWalker. */
const files: Readonly<Record<string, string>> = {
  ...withBob,
  'apis/bird_park/v1/api.yaml': birds,
  'apis/bird_park/v1/openapi.yaml': sources['apis/dog_park/v1/openapi.yaml'] ?? '',
};

const teams: Readonly<Record<string, readonly string[]>> = {
  'user:ada': ['kennel-team', 'parks-team'],
  'user:bob': ['parks-team'],
  'user:staff/Eve': ['kennel-team'],
};

const definition = (version: string) =>
  (sources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(/version: .*/, `version: ${version}`);

const usual = { type: 'service', callbackUrls: [], grants: ['client_credentials'] } as const;
const gold = { tier: 'gold', scopes: [] } as const;
const silver = { tier: 'silver', scopes: [] } as const;

const changes: readonly ProposedChange[] = [
  { change: 'application_added', name: 'CatCafe', owner: 'kennel-team', ...usual },
  {
    change: 'application_added',
    name: 'CatCafe',
    owner: 'kennel-team',
    ...usual,
    subscriptions: [{ api: 'DogPark/v1', ...gold }],
  },
  {
    change: 'application_changed',
    application: 'KennelSync',
    callbackUrls: [],
    grants: ['client_credentials', 'refresh_token'],
  },
  { change: 'application_renamed', application: 'KennelSync', name: 'KennelLink' },
  { change: 'application_renamed', application: 'DogWalker', name: 'DogRunner' },
  { change: 'application_transferred', application: 'KennelSync', owner: 'parks-team' },
  { change: 'application_removed', application: 'KennelSync' },
  { change: 'application_removed', application: 'DogWalker' },
  { change: 'subscription_added', application: 'KennelSync', api: 'DogPark/v1', ...gold },
  { change: 'subscription_added', application: 'KennelSync', api: 'BirdPark/v1', ...gold },
  {
    change: 'subscriptions_added',
    application: 'KennelSync',
    subscriptions: [
      { api: 'DogPark/v1', ...gold },
      { api: 'BirdPark/v1', ...gold },
    ],
  },
  { change: 'subscription_changed', application: 'DogWalker', api: 'DogPark/v1', ...silver },
  { change: 'subscription_removed', application: 'DogWalker', api: 'DogPark/v1' },
  {
    change: 'api_added',
    name: 'CatCafe',
    context: '/cat_cafe',
    version: 'v1',
    owner: 'parks-team',
    definition: definition('v1'),
    endpoints: { production: 'https://cats.internal.example.edu' },
  },
  {
    change: 'api_version_added',
    follows: 'DogPark/v1',
    version: 'v2',
    definition: definition('v2'),
    endpoints: { production: 'https://dogs-two.internal.example.edu' },
  },
  {
    change: 'api_version_added',
    follows: 'DogPark/v1',
    version: 'v3',
    // Its error goes into the baseline.
    definition: definition('v3').replaceAll('/dogs', '/parkDogs'),
    endpoints: { production: 'https://dogs-three.internal.example.edu' },
    acceptsErrors: true,
  },
  { change: 'api_blocked', api: 'DogPark/v1' },
  { change: 'api_blocked', api: 'BirdPark/v1' },
];

function ownersOf({ id, identity }: Proposer) {
  return userOf({
    ...identity,
    username: identity.username,
    teams: teams[id] ?? [],
    displayName: id,
  } as Parameters<typeof userOf>[0]);
}

/** Whether somebody who is not the author approves by what the author was told. */
function isPromised(approvers: Approvers, person: Proposer): boolean | undefined {
  if (approvers === 'nobody') return false;
  if (approvers === 'several') return undefined;
  return owns(ownersOf(person), approvers.owner);
}

test('what pages and lists say about who can approve a proposal is true', async () => {
  const withTier: Readonly<Record<string, string>> = {
    ...files,
    'gateway.config.yaml': `${files['gateway.config.yaml']}lint: { rules: { path-snake-case: error } }\n`,
    'tiers.yaml': `${files['tiers.yaml']}---\n${(files['tiers.yaml'] ?? '').replace('gold', 'silver')}`,
  };
  const { engine, first } = await openEngineInTest({ merge: true }, withTier);
  const proposals = {
    list: (person: Proposer) => engine.list(person),
    listAll: (topic: ProposalTopic) => engine.listAll(topic),
  } as Partial<Proposals> as Proposals;
  const config = `${withTier['gateway.config.yaml']}store: { title: Parks, proposals: { remote: /x.git, merge: true } }\n`;
  const { visit } = await openPublisher({
    files: { ...withTier, 'gateway.config.yaml': config },
    services: { proposals },
  });
  const persons = [ada, bob, eve];
  const seen: string[] = [];
  for (const change of changes) {
    const authors = [];
    for (const author of persons) {
      const delivered = await engine.propose(change, author, first);
      if (isProposalProblem(delivered) || delivered.delivery === 'patch') continue;
      authors.push(author.id);
      const { branch, commit, approvers } = delivered;
      for (const person of persons) {
        const read = await engine.reviews.read(branch, person);
        if (isProposalProblem(read)) throw new Error(read.reason);
        const { merge } = read;
        const canApprove = typeof merge === 'object' && merge.refused === undefined;
        const what = `${JSON.stringify(change).slice(0, 150)} of ${author.id}, read by ${person.id}`;
        if (person !== author)
          expect([what, isPromised(approvers, person) ?? canApprove]).toEqual([what, canApprove]);
        else expect(canApprove).toBe(false);
        if (typeof merge === 'object') expect([what, merge.approvers]).toEqual([what, approvers]);
        const { text } = await visit('/store/publisher', ownersOf(person));
        const link = encodeURIComponent(branch);
        if (!text.includes(link)) continue;
        const [before = ''] = text.split('<h3>These wait for somebody else</h3>');
        expect([what, before.includes(link)]).toEqual([what, canApprove]);
        seen.push(`${canApprove}`);
      }
      await engine.reviews.withdraw({ branch, commit }, author);
    }
    expect([change, authors.length > 0]).toEqual([change, true]);
  }
  expect(new Set(seen)).toEqual(new Set(['true', 'false']));
}, 600_000);
