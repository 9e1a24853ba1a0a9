import { expect, onTestFinished, test } from 'vitest';
import { build } from '../../../src/pipeline.ts';
import type { GatewayEvent } from '../../../src/serve/gateway-event.ts';
import { openProposals } from '../../../src/serve/proposals/open-proposals.ts';
import { proposalsBy } from '../../../src/serve/proposals/proposal-questions.ts';
import { memorySourceTree } from '../../../src/source/memory-source-tree.ts';
import { makeOrigin } from '../git-repository.ts';
import { ada, eve, sources, subscribe } from './engine-in-test.ts';

/** The thread of a gateway whose declarations are in a repository. */
async function openThread(maxWorkMs?: number) {
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
  const ask = openProposals(options, () => compiled?.manifest.gateway, opened, maxWorkMs);
  return { proposals: proposalsBy(ask), events };
}

test('a plan that takes too long ends its thread, and the next question starts another', async () => {
  const { proposals, events } = await openThread(1);
  const unavailable = {
    problem: 'unavailable',
    reason: 'The gateway cannot make proposals now. Its operator finds the reason in its log.',
  };
  expect(await proposals.preview(subscribe, ada)).toEqual(unavailable);
  const cause = 'it has planned a change for longer than 0.001 seconds';
  const message = `A proposal failed (preview): The thread that makes proposals has ended: ${cause}.`;
  expect(events).toEqual([{ type: 'error', message }]);
  expect(await proposals.list(ada)).toEqual([]);
  expect(await proposals.preview(subscribe, eve)).toEqual(unavailable);
  expect(await proposals.listAll(eve)).toEqual([]);
});

test('plans of many persons are made in time, and lists are read meanwhile', async () => {
  const { proposals, events } = await openThread();
  const asked = [proposals.preview(subscribe, ada), proposals.preview(subscribe, eve), proposals.list(ada)];
  const [first, second, list] = await Promise.all(asked);
  expect(first).toMatchObject({ obstacle: undefined });
  expect(second).toEqual(first);
  expect(list).toEqual([]);
  const busy = await Promise.all([proposals.preview(subscribe, ada), proposals.preview(subscribe, ada)]);
  expect(busy).toEqual([first, { problem: 'busy', reason: expect.any(String) as string }]);
  expect(events).toEqual([]);
});
