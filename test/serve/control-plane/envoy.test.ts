// @module-tag full
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { openControlPlane } from '#serve/control-plane/open-control-plane.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { type Authority, makeAuthority } from './authority-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';
import { answerWith, restrictNothing, withBrokenCluster, withPadding } from './stand-in-resources.ts';

/** A control plane of an authority, whose tables are resources. */
async function open(authority: Authority, port = 0) {
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const files = { certificate, key, clientAuthorities: authority.file };
  const events: GatewayEvent[] = [];
  // Before what writes into it: what is registered last is cleaned up first.
  const stateFolder = await makeTestFolder(onTestFinished);
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  let next: EnvoyResources | undefined;
  const exportTable = () => {
    if (!next) throw new Error('nothing was published');
    return { resources: next, refusals: [] };
  };
  const options = { stateFolder, report: (event: GatewayEvent) => void events.push(event) };
  const { controlPlane, url } = await openControlPlane(
    { host: '127.0.0.1', port, files },
    {
      exportTable,
      exportKeys: () => ({ '@type': 'type.example.edu/Keys', name: 'tokens' }),
      ...restrictNothing,
    },
    options,
    opened,
  );
  return {
    controlPlane,
    events,
    port: Number(new URL(url).port),
    publish: (name: string, resources: EnvoyResources) => {
      next = resources;
      controlPlane.publish({ digest: digestOf(name) } as Compiled, undefined, 'keys');
    },
    close: () => opened.disposeAsync(),
  };
}

async function call(port: number): Promise<string> {
  return (await request(`http://127.0.0.1:${port}/`)).body.text();
}

/** Waits until Envoy gives an answer to every call. */
function answers(port: number, text: string): Promise<void> {
  return eventually(async () => expect(await call(port)).toBe(text));
}

describe.skipIf(!hasEnvoy)(`an Envoy with a control plane${whyNoEnvoy}`, () => {
  test('gets resources of 40 MB', async () => {
    const authority = await makeAuthority();
    const { port, publish } = await open(authority);
    const callPort = await freePort();
    publish('large', withPadding(answerWith('large', callPort), 40_000_000));
    await startPollingEnvoy('edge', authority, port);
    await answers(callPort, 'large');
  });

  test('gets every change, is shown, and keeps the last good version if it refuses one', async () => {
    const authority = await makeAuthority();
    const { controlPlane, port, publish, events } = await open(authority);
    const callPort = await freePort();
    publish('one', answerWith('one', callPort));
    const envoy = await startPollingEnvoy('edge', authority, port);
    await answers(callPort, 'one');
    publish('two', answerWith('two', callPort));
    await answers(callPort, 'two');
    publish('broken', withBrokenCluster(answerWith('two', callPort)));
    await eventually(() => expect(events.map(({ type }) => type)).toContain('envoy-refused'));
    expect(await call(callPort)).toBe('two');
    // It polls for its clusters more often than for all that shows which table it has.
    await eventually(() => {
      expect(controlPlane.nodes()).toMatchObject([
        { name: 'edge', accepted: digestOf('two'), refused: [{ service: 'clusters' }] },
      ]);
    });
    expect(await envoy.stat('cluster_manager.cds.update_rejected')).toBeGreaterThan(0);
    publish('three', answerWith('three', callPort));
    await answers(callPort, 'three');
    await eventually(() => {
      expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('three'), refused: [] }]);
    });
    expect(await envoy.stat('listener_manager.listener_modified')).toBe(0);
  });

  test('serves on while its control plane is away, and gets new versions after its return', async () => {
    const authority = await makeAuthority();
    const first = await open(authority, await freePort());
    const callPort = await freePort();
    first.publish('one', answerWith('one', callPort));
    await startPollingEnvoy('edge', authority, first.port);
    await answers(callPort, 'one');
    await first.close();
    expect(await call(callPort)).toBe('one');
    const second = await open(authority, first.port);
    second.publish('one', answerWith('one', callPort));
    await eventually(() => {
      expect(second.controlPlane.nodes()).toMatchObject([{ accepted: digestOf('one') }]);
    });
    second.publish('two', answerWith('two', callPort));
    await answers(callPort, 'two');
  });
});

const rubbish: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'answers with what is not JSON': (_request, response) => void response.end('<html>'),
  'answers with other messages': (_request, response) =>
    void response.end('{"resources":[{"@type":"x"}],"version_info":"1"}'),
  'answers with errors': (_request, response) => void response.writeHead(500).end(),
  'ends connections': (incoming) => void incoming.socket.destroy(),
  'never ends an answer': (_request, response) => void response.write('{"resources":['),
};

/** An Envoy keeps its version while its control plane is replaced by a bad one, and gets new versions after its return. */
async function outlives(answer: RequestListener): Promise<void> {
  const authority = await makeAuthority();
  const good = await open(authority, await freePort());
  const callPort = await freePort();
  good.publish('one', answerWith('one', callPort));
  await startPollingEnvoy('edge', authority, good.port);
  await answers(callPort, 'one');
  await good.close();
  const bad = await startBadControlPlane(authority, good.port, answer);
  await eventually(() => expect(bad.polls()).toBeGreaterThan(3));
  expect(await call(callPort)).toBe('one');
  await bad.close();
  const back = await open(authority, good.port);
  back.publish('two', answerWith('two', callPort));
  await answers(callPort, 'two');
}

async function startBadControlPlane(authority: Authority, port: number, answer: RequestListener) {
  const { cert, key, ca } = await authority.read('control-plane.example.edu');
  let polls = 0;
  const server = createTlsServer({ cert, key, ca }, (incoming, response) => {
    polls += 1;
    answer(incoming, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  return { polls: () => polls, close };
}

// Together, since each waits for polls nearly all the time.
test.skipIf(!hasEnvoy)(`bad control planes change nothing${whyNoEnvoy}`, async () => {
  const outcomes = await Promise.allSettled(Object.values(rubbish).map(outlives));
  const failed = Object.keys(rubbish).filter((_, index) => outcomes[index]?.status === 'rejected');
  expect({ failed, outcomes }).toEqual({
    failed: [],
    outcomes: outcomes.map(() => ({ status: 'fulfilled', value: undefined })),
  });
});
