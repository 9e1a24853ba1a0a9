// @module-tag full
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { Session } from 'node:inspector';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, send, start, writeSources, consumerKey, secret } from './running-gateway.ts';

/** How long a worker may take to start, and to answer, on a busy machine. */
const timeoutMs = 10_000;

const threads: Worker[] = [];
process.on('worker', (worker) => threads.push(worker));

/** The thread that reads the sources is started first, the workers after it. */
function threadsStarted(): readonly Worker[] {
  return threads.splice(0);
}

/** Makes a number of threads of a kind evaluate `expression`, which need not end. */
function runInThreads(kind: 'serving' | 'source', expression: string, most: number): void {
  const session = new Session();
  session.connect();
  let count = 0;
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
    if (!workerInfo.url.includes(`${kind}-thread`) || ++count > most) return;
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  onTestFinished(() => session.disconnect());
}

async function serve(workers: number, workerTimeoutMs?: number, listener?: RequestListener) {
  const upstream = await openUpstream('dogs', listener);
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  await sources.write('gateway.config.yaml', (text) => `${text}digestHeader: true\n`);
  threadsStarted();
  const gateway = await start({
    root: sources.root,
    plainHttp: true,
    workers,
    ...(workerTimeoutMs !== undefined && { workerTimeoutMs }),
  });
  const token = await fetchToken(gateway.gatewayUrl);
  /** On a separate connection, which the system hands to either worker. */
  const call = async (path = '/dog_park/v1/dogs') => {
    const dispatcher = new Agent();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request(`${gateway.gatewayUrl}${path}`, { dispatcher, headers });
    await answer.body.dump();
    await dispatcher.close();
    return { status: answer.statusCode, digest: answer.headers['gatewright-digest'] };
  };
  const status = async () => (await send(`${gateway.adminUrl}/status`)).json;
  return { ...sources, ...gateway, upstream, token, call, status };
}

const many = <Value>(call: () => Promise<Value>) => Promise.all(Array.from({ length: 20 }, call));

function post(url: string, fields: Readonly<Record<string, string>>, dispatcher = new Agent()) {
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return request(url, { method: 'POST', dispatcher, headers, body: new URLSearchParams(fields).toString() });
}

test('workers answer calls by one table, and take in a change of it together', async () => {
  const { write, call, sees, status, events } = await serve(2);
  const { digest } = (await status()) as { digest: string };
  expect(await many(call)).toEqual(Array.from({ length: 20 }, () => ({ status: 200, digest })));
  expect(await status()).toMatchObject({ workers: [{ digest }, { digest }], apis: 1 });
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  const reloaded = await sees('reloaded');
  const next = 'digest' in reloaded ? reloaded.digest : '';
  expect(await many(call)).toEqual(Array.from({ length: 20 }, () => ({ status: 404, digest: next })));
  expect(await status()).toMatchObject({ digest: next, workers: [{ digest: next }, { digest: next }] });
  expect(events.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a table that no worker can serve changes none of them', full, async () => {
  const { write, call, sees, status } = await serve(2);
  const before = await status();
  await write('keys/none.pem', () => 'no key');
  await write(
    'gateway.config.yaml',
    (text) => `${text}token: { signingKeys: [{ key: { fromFile: keys/none.pem } }] }\n`,
  );
  expect(await sees('reload-failed')).toMatchObject({
    message:
      'The signing key keys/none.pem cannot be used: it does not contain a key in PEM. Replace it with a P-256 private key in PEM.',
  });
  expect(await many(async () => (await call()).status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await status()).toMatchObject({ digest: before['digest'], workers: before['workers'] });
});

test('a token that is revoked at one worker is refused by all, at once', full, async () => {
  const { gatewayUrl, token, call } = await serve(3);
  expect(await many(async () => (await call()).status)).toEqual(Array.from({ length: 20 }, () => 200));
  const revoked = await post(`${gatewayUrl}/oauth2/revoke`, { token });
  expect(revoked.statusCode).toBe(200);
  await revoked.body.dump();
  expect(await many(async () => (await call()).status)).toEqual(Array.from({ length: 20 }, () => 403));
});

test(
  'a tier limits the calls in progress of all workers together, also after they have ended',
  full,
  async () => {
    const held = new Set<ServerResponse>();
    const { write, sees, gatewayUrl, token } = await serve(3, undefined, (_incoming, response) => {
      held.add(response.on('close', () => held.delete(response)));
      response.write('be');
    });
    const workers = threadsStarted().slice(1);
    await write('tiers.yaml', (text) => `${text}maxConcurrentCalls: 6\n`);
    await sees('reloaded');
    /** How many of so many calls are let through; they stay in progress. */
    const hold = async () => {
      const statuses = await many(async () => {
        const headers = { authorization: `Bearer ${token}` };
        const dispatcher = new Agent();
        onTestFinished(() => dispatcher.destroy());
        const answer = await request(`${gatewayUrl}/dog_park/v1/dogs`, { dispatcher, headers });
        answer.body.on('error', () => undefined).resume();
        return answer.statusCode;
      });
      return {
        passed: statuses.filter((status) => status === 200).length,
        refused: new Set(statuses).has(429),
      };
    };
    expect(await hold()).toEqual({ passed: 6, refused: true });
    await Promise.all(workers.map((worker) => worker.terminate()));
    await eventually(() => expect(held.size).toBe(0));
    await eventually(async () => {
      await hold().catch(() => undefined);
      expect(held.size).toBe(6);
    });
    expect((await hold()).passed).toBe(0);
    for (const response of held) response.end();
    await eventually(async () => expect((await hold()).passed).toBe(6));
  },
);

/** The status of a login with a wrong password, on a connection of its own. */
async function guess(gatewayUrl: string, username: string): Promise<number> {
  const dispatcher = new Agent();
  const fields = { grant_type: 'password', username, password: 'a guess' };
  const answer = await post(`${gatewayUrl}/oauth2/token`, fields, dispatcher);
  await answer.body.dump();
  await dispatcher.close();
  return answer.statusCode;
}

test('passwords are guessed five times at a gateway, however many workers it has', full, async () => {
  const { gatewayUrl, write, sees } = await serve(3);
  await write('applications/dog_walker.yaml', (text) =>
    text.replace('grants: [client_credentials', 'grants: [password, client_credentials'),
  );
  await sees('reloaded');
  const statuses = await many(() => guess(gatewayUrl, 'ada'));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 5 }, () => 400),
    ...Array.from({ length: 15 }, () => 429),
  ]);
});

test('a directory that does not answer is reported once, however many workers ask it', full, async () => {
  const { gatewayUrl, write, sees, events } = await serve(3);
  await write('applications/dog_walker.yaml', (text) =>
    text.replace('grants: [client_credentials', 'grants: [password, client_credentials'),
  );
  await write(
    'identity-providers/staff.yaml',
    () =>
      `kind: IdentityProvider\nname: staff\ntype: ldap\nurl: ldaps://127.0.0.1:9\nsearchBase: dc=example,dc=edu\nsearchFilter: (uid={username})\n`,
  );
  await eventually(async () => expect(await guess(gatewayUrl, 'ada')).toBe(503));
  await sees('warning');
  let count = 0;
  const statuses = await many(() => guess(gatewayUrl, `user-${(count += 1)}`));
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 503));
  const reported = events.filter((event) => event.type === 'warning' && event.message.includes('staff'));
  expect(reported).toHaveLength(1);
});

test(
  'a worker that ends is reported, and started again with the table and the key of the others',
  full,
  async () => {
    const { root, write, call, sees, status } = await serve(2);
    const worker = threadsStarted()[1];
    await write('apis/dog_park/v1/openapi.yaml', (text) => `${text}# a note\n`);
    await rm(join(root, '.gatewright', 'signing-key.pem'));
    await worker?.terminate();
    expect(await sees('error')).toMatchObject({
      message: 'A worker has ended unexpectedly; a new one replaces it.',
    });
    const { digest } = (await status()) as { digest: string };
    await eventually(async () => expect(await status()).toMatchObject({ workers: [{ digest }, { digest }] }));
    expect(await many(call)).toEqual(Array.from({ length: 20 }, () => ({ status: 200, digest })));
  },
);

test(
  'the thread that reads the sources ends, is reported, and started again without a change of what serves',
  full,
  async () => {
    const { write, call, sees, status } = await serve(1);
    const before = await status();
    const [reader] = threadsStarted();
    await reader?.terminate();
    expect(await sees('warning')).toMatchObject({
      message: 'The thread that reads the sources has ended unexpectedly; a new one replaces it.',
    });
    await sees('unchanged');
    expect(await call()).toMatchObject({ status: 200 });
    expect(await status()).toEqual(before);
    await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
    await sees('reloaded');
    expect(await call()).toMatchObject({ status: 404 });
  },
);

test('a worker that hangs is replaced, and keeps no change from the others', full, async () => {
  const { write, call, sees, status } = await serve(2, timeoutMs);
  runInThreads('serving', 'for (;;);', 1);
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  expect(await sees('error')).toEqual({
    type: 'error',
    message: 'A worker has ended unexpectedly (it did not answer); a new one replaces it.',
  });
  const reloaded = await sees('reloaded');
  const digest = 'digest' in reloaded ? reloaded.digest : '';
  await eventually(async () => expect(await status()).toMatchObject({ workers: [{ digest }, { digest }] }));
  expect(await many(call)).toEqual(Array.from({ length: 20 }, () => ({ status: 404, digest })));
});

test('a table that no worker lives to serve is not given to those that take their place', full, async () => {
  const { write, call, sees, status } = await serve(2, timeoutMs);
  const { digest } = await status();
  runInThreads('serving', 'for (;;);', 2);
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  expect(await sees('reload-failed')).toMatchObject({ message: 'No worker was left that could serve it.' });
  await eventually(async () => expect(await status()).toMatchObject({ workers: [{ digest }, { digest }] }));
  expect(await many(call)).toEqual(Array.from({ length: 20 }, () => ({ status: 200, digest })));
});

test('a worker that cannot join is started again, and keeps no change from the others', full, async () => {
  const { root, write, call, sees, status, events } = await serve(2);
  const database = join(root, '.gatewright', 'state.sqlite');
  await rename(database, `${database}.away`);
  await mkdir(database);
  await threadsStarted()[1]?.terminate();
  const messages = () => events.flatMap((event) => ('message' in event ? [event.message] : [])).join();
  await eventually(() => expect(messages()).toContain('A worker could not be started: '));
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  const reloaded = await sees('reloaded');
  const digest = 'digest' in reloaded ? reloaded.digest : '';
  expect(await call()).toEqual({ status: 404, digest });
  await rm(database, { recursive: true });
  await rename(`${database}.away`, database);
  await eventually(async () => expect(await status()).toMatchObject({ workers: [{ digest }, { digest }] }));
});

test('state in memory is refused to several workers', full, async () => {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) => `${text}state: { store: memory }\n`);
  await expect(start({ root, plainHttp: true, workers: 2 })).rejects.toMatchObject({
    name: 'StartupError',
    message:
      'The state is kept in memory, which several workers cannot share: keep it in sqlite or redis, or run one worker.',
  });
});

test('a port that another program has is refused to workers too', full, async () => {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root } = await writeSources();
  const port = Number(new URL(upstream.url).port);
  await expect(start({ root, plainHttp: true, workers: 2, port })).rejects.toMatchObject({
    name: 'StartupError',
    failure: {
      message: `Port ${port} on 127.0.0.1 is in use.`,
      help: 'Stop the process that listens there, or choose another port with --port.',
    },
  });
});

test('workers let calls in flight end when they close', full, async () => {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const upstream = await openUpstream('slow', (_request, response) => {
    asked.resolve();
    void release.promise.then(() => response.end('{"upstream":"slow"}'));
  });
  onTestFinished(upstream.close);
  const { root } = await writeSources(upstream.url);
  const gateway = await start({ root, plainHttp: true, workers: 2 });
  const headers = { authorization: `Bearer ${await fetchToken(gateway.gatewayUrl)}` };
  const inFlight = send(`${gateway.gatewayUrl}/dog_park/v1/dogs`, { headers });
  await asked.promise;
  const closed = gateway.close();
  release.resolve();
  expect(await inFlight).toMatchObject({ status: 200, json: { upstream: 'slow' } });
  await closed;
});

test('sources that take for ever to read keep no gateway from closing', full, async () => {
  const { root, write } = await writeSources();
  const gateway = await start({ root, plainHttp: true });
  threadsStarted();
  runInThreads('source', 'for (;;);', 1);
  await write('apis/dog_park/v1/openapi.yaml', (text) => `${text}# a note\n`);
  gateway.reload();
  await gateway.close();
  expect(gateway.events.map(({ type }) => type)).toEqual(['loaded', 'listening']);
});

test('closed threads end', full, async () => {
  const { root } = await writeSources();
  threadsStarted();
  const gateway = await start({ root, plainHttp: true, workers: 2 });
  const ended = Promise.all(threadsStarted().map((thread) => once(thread, 'exit')));
  await gateway.close();
  expect(await ended).toHaveLength(3);
});
