// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { build } from '#pipeline.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { openProposals } from '#serve/proposals/open-proposals.ts';
import { proposalsBy } from '#serve/proposals/proposal-questions.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { makeOrigin } from '../git-repository.ts';
import { ada, eve, sources, subscribe } from './engine-in-test.ts';

/** The thread of a gateway whose declarations are in a repository. */
async function openThread(maxWork?: Parameters<typeof openProposals>[3]) {
  const origin = await makeOrigin();
  const store = `store: { proposals: { remote: ${origin.bare} } }\n`;
  const files = { ...sources, 'gateway.config.yaml': `${sources['gateway.config.yaml']}${store}` };
  await origin.push(files);
  const { compiled } = await build(memorySourceTree(files), 'gateway.config.yaml', 'production');
  const events: GatewayEvent[] = [];
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const options = {
    source: { kind: 'folder', root: origin.work, configFile: 'gateway.config.yaml' },
    deployment: 'production',
    stateFolder: `${origin.folder}/state`,
    plainHttp: true,
    report: (event: GatewayEvent) => void events.push(event),
  } as const;
  const ask = openProposals(options, () => compiled?.manifest.gateway, opened, maxWork);
  return { proposals: proposalsBy(ask), events };
}

/** The refusal of a person whose work was stopped. */
const stopped = {
  problem: 'busy',
  reason:
    'Your last change took too long to plan or to check. The gateway accepts no other for five minutes.',
};

const reportOf = (work: string): GatewayEvent => ({
  type: 'error',
  message: `${work}. Plans and drafts of this person are refused for five minutes.`,
});

test('a plan that takes too long is stopped, and its person is refused what is planned or checked', async () => {
  const { proposals, events } = await openThread({ planMs: 1, draftMs: 60_000 });
  expect(await proposals.preview(subscribe, ada)).toEqual(stopped);
  expect(events).toEqual([reportOf('A plan of user:ada was stopped after 0.001 seconds')]);
  expect(await proposals.readDefinition('', ada)).toEqual(stopped);
  expect(await proposals.lintApi(draft(''), ada)).toEqual(stopped);
  expect(await proposals.list(ada)).toEqual([]);
  expect(await proposals.preview(subscribe, eve)).toEqual(stopped);
  expect(await proposals.listAll({ apiNames: [] }, eve)).toEqual([]);
  expect(events).toHaveLength(2);
});

test('a draft that takes too long delays no plan and no list, and drafts of others are asked again', async () => {
  const { proposals, events } = await openThread({ planMs: 60_000, draftMs: 4000 });
  const answered: string[] = [];
  const note = async <Answer>(name: string, asked: Promise<Answer>) => {
    const answer = await asked;
    answered.push(name);
    return answer;
  };
  const slow = `openapi: 3.0.3\nx-slow:\n${'  - {a: &a [1, "x"], b: !!str 3, ? c : d}\n'.repeat(200_000)}`;
  const [slowAnswer, , , other] = await Promise.all([
    note('slow draft', proposals.readDefinition(slow, eve)),
    note('plan', proposals.preview(subscribe, ada)),
    note('list', proposals.list(ada)),
    note('draft', proposals.lintApi(draft(cleanSources['apis/dog_park/v1/openapi.yaml'] ?? ''), ada)),
  ]);
  expect(answered.slice(0, 2).toSorted()).toEqual(['list', 'plan']);
  expect(slowAnswer).toEqual(stopped);
  expect(other).toMatchObject({ proposed: { name: 'DogPark' } });
  expect(events).toEqual([reportOf('A draft of user:staff/Eve was stopped after 4 seconds')]);
});

test('what ends a proposal is not repeated after the plan of another person was stopped', async () => {
  const { proposals } = await openThread({ planMs: 1, draftMs: 60_000 });
  const displayed = { branch: 'proposals/eve/x', commit: '0'.repeat(40), base: '0'.repeat(40), plan: '' };
  const [preview, ...ended] = await Promise.all([
    proposals.preview(subscribe, eve),
    proposals.withdraw(displayed, ada),
    proposals.listAll({ apiNames: ['DogPark'] }, ada),
  ]);
  expect(preview).toEqual(stopped);
  expect(ended).toEqual([
    { problem: 'unavailable', reason: expect.stringContaining('Check the page') as string },
    [],
  ]);
});

const draft = (definition: string) =>
  ({
    change: 'api_added',
    name: '',
    context: '',
    version: '',
    owner: 'ada',
    definition,
    endpoints: { production: '' },
  }) as const;

test('plans of many persons are made in time, and lists are read meanwhile', async () => {
  const { proposals, events } = await openThread();
  const asked = [proposals.preview(subscribe, ada), proposals.preview(subscribe, eve), proposals.list(ada)];
  const [first, second, list] = await Promise.all(asked);
  expect(first).toMatchObject({ obstacle: undefined });
  // Who else can approve it depends on its author.
  const [ofFirst, ofSecond] = [first, second].map((preview) => ({ ...preview, approvers: undefined }));
  expect(ofSecond).toEqual(ofFirst);
  expect(list).toEqual([]);
  const busy = await Promise.all([proposals.preview(subscribe, ada), proposals.preview(subscribe, ada)]);
  expect(busy).toEqual([first, { problem: 'busy', reason: expect.any(String) as string }]);
  expect(events).toEqual([]);
});
