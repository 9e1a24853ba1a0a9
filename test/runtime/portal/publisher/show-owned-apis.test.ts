import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Proposal, Proposals } from '#runtime/ports/proposals.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { parsePage } from '../../oauth/authorize/browser-in-test.ts';
import { readable } from '../readable-html.ts';
import { listedBy, openPublisher, publishedRepository, userOf } from './publisher-in-test.ts';
import { driftOfDogs, proposalOf, usageOfDogs } from './publisher-facts.ts';

function proposalsOf(list: readonly Proposal[]): { readonly proposals: Proposals } {
  return { proposals: listedBy(async () => list) };
}

/** The text of a page, which has to be well-formed and below 100 kB. */
function read(text: string) {
  expect(text.length).toBeLessThan(100_000);
  return parsePage(text);
}

describe('the page of an owner', () => {
  test('shows a scorecard of all versions, and proposals that wait', async () => {
    const services = proposalsOf([proposalOf()]);
    const { visit } = await openPublisher({ usage: usageOfDogs, drift: driftOfDogs, services });
    const { status, text } = await visit('/store/publisher', userOf());
    expect(status).toBe(200);
    read(text);
    await expect(readable(text)).toMatchFileSnapshot('pages/owned-apis.html.txt');
  });

  test('explains why it is empty to a user who owns nothing', async () => {
    const { visit } = await openPublisher();
    const user = userOf({ teams: ['cats-team'] });
    const { status, text } = await visit('/store/publisher', user);
    expect(status).toBe(200);
    const page = read(text);
    expect(page.text).toContain('You own no APIs');
    expect(page.text).toContain('gracegrace@example.educats-team');
    expect(page.text).not.toContain('DogPark');
  });

  test('shows only the APIs of that owner', async () => {
    const services = proposalsOf([
      proposalOf(),
      proposalOf({ title: 'Waiting', subject: { aspect: 'lifecycle', api: 'CatApi/v2.5' } }),
    ]);
    const { visit } = await openPublisher({ services });
    const ada = userOf({ emails: ['ada@EXAMPLE.edu'], teams: [] });
    const { text } = await visit('/store/publisher', ada);
    expect(text).toContain('CatApi');
    expect(text).not.toContain('DogPark');
  });

  test.each([
    [
      'a subscription to a version',
      { aspect: 'subscription', application: 'CatFeeder', api: 'DogPark/v10' },
      true,
    ],
    ['a new version', { aspect: 'api', api: 'DogPark/v11' }, true],
    ['another API', { aspect: 'api', api: 'BirdPark/v1' }, false],
    ['an application', { aspect: 'settings', application: 'DogWalker' }, false],
  ] as const)('a proposal about %s', async (_, subject, isShown) => {
    const { visit } = await openPublisher({
      services: proposalsOf([proposalOf({ subject, title: 'Waiting' })]),
    });
    const { text } = await visit('/store/publisher', userOf());
    expect(text.includes('Waiting')).toBe(isShown);
  });

  test('a new application with a subscription to an own version waits for the owner', async () => {
    const subject = { aspect: 'application', application: 'CatCafe' } as const;
    const list = [
      proposalOf({ subject, apis: ['BirdPark/v1', 'DogPark/v10'], title: 'Waiting' }),
      proposalOf({ subject, apis: ['BirdPark/v1'], title: 'Of others' }),
    ];
    const { visit } = await openPublisher({ services: proposalsOf(list) });
    const { text } = await visit('/store/publisher', userOf());
    expect(text).toContain('Waiting');
    expect(text).not.toContain('Of others');
  });

  test.each(['merged', 'closed'] as const)('leaves out a proposal that is %s', async (state) => {
    const { visit } = await openPublisher({
      services: proposalsOf([proposalOf({ state, title: 'Waiting' })]),
    });
    const { text } = await visit('/store/publisher', userOf());
    expect(text).not.toContain('Waiting');
  });

  test.each([
    ['Waiting', 50],
    ['&'.repeat(300), 15],
  ])('shows the first proposals that fit a page, and how many are left', async (title, most) => {
    const list = Array.from({ length: 120 }, () => proposalOf({ title }));
    const { visit } = await openPublisher({ services: proposalsOf(list) });
    const { text } = await visit('/store/publisher', userOf());
    read(text);
    const shown = text.split('<bdi>CatFeeder → DogPark/v10</bdi>').length - 1;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(most);
    expect(text).toContain(`… and ${120 - shown} more, which the repository shows.`);
  });

  test('opens no link that is not a web page', async () => {
    const link = { kind: 'review', url: 'javascript:alert(1)' } as const;
    const { visit } = await openPublisher({ services: proposalsOf([proposalOf({ link })]) });
    const { text } = await visit('/store/publisher', userOf());
    expect(text).not.toContain('javascript:');
  });

  test('says what is not known, and shows the rest', async () => {
    const fails = async () => {
      throw new StoreError('no answer');
    };
    const problem = { problem: 'remote_unreachable', reason: 'It does not answer.' } as const;
    const { visit } = await openPublisher({
      services: {
        readReport: fails,
        readDrift: fails,
        usage: { read: fails },
        proposals: listedBy(async () => problem),
      },
    });
    const { status, text } = await visit('/store/publisher', userOf());
    expect(status).toBe(200);
    const page = read(text);
    expect(page.text).toContain('What lint finds is not known right now.');
    expect(page.text).toContain('The usage is not known right now.');
    expect(page.text).toContain('Open proposals are not known right now.');
    expect(page.text).toContain('DogPark v10 Published–––––––0–');
  });

  test('does not wait for a repository that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { promise: never } = Promise.withResolvers<never>();
    const proposals = listedBy(() => never);
    const { visit } = await openPublisher({ services: { proposals } });
    const shown = visit('/store/publisher', userOf());
    await vi.advanceTimersByTimeAsync(5000);
    expect(read((await shown).text).text).toContain('Open proposals are not known right now.');
  });

  test('says that lint is not known where the gateway serves a table', async () => {
    const { visit } = await openPublisher({ services: { readReport: async () => undefined } });
    const { text } = await visit('/store/publisher', userOf());
    expect(read(text).text).toContain('This gateway serves a table that was compiled elsewhere');
  });

  test('has pages for owners of many versions', async () => {
    const api = publishedRepository['apis/dog_park/v10/api.yaml']?.split('---\n')[0] ?? '';
    const many = Array.from({ length: 120 }, (_, index) => [
      `apis/many/${index}.yaml`,
      api
        .replace('DogPark', `Many${index}Dogs`)
        .replace('/dog_park', `/many${index}_dogs`)
        .replace('../v1/', '../dog_park/v1/'),
    ]);
    const files = { ...publishedRepository, ...(Object.fromEntries(many) as Record<string, string>) };
    const { visit } = await openPublisher({ files });
    const { text } = await visit('/store/publisher?page=3', userOf());
    expect(read(text).text).toContain('All on this page');
    expect(text.match(/<th scope="row">/g)).toHaveLength(23);
    for (const page of ['', '0', '-1', 'x', '99', '1e400'])
      expect((await visit(`/store/publisher?page=${page}`, userOf())).status).toBe(200);
  });
});
