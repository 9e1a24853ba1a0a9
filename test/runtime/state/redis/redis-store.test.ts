// @module-tag full
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { openRedisStore } from '#runtime/state/redis/redis-store.ts';
import { newCodeRecord, newDigest, newGrant } from '../grants-in-test.ts';
import { openElsewhere } from '../open-elsewhere.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../redis-in-test.ts';
import { expectSameAsMemory } from '../same-as-memory.ts';
import { describeStore } from '../store-contract.ts';

const givenUrl = process.env['REDIS_URL'];
const soon = () => Date.now() / 1000 + 60;

async function open(url: string): Promise<TokenStore> {
  const store = await openRedisStore(url, Date.now);
  onTestFinished(() => store.close());
  return store;
}

async function start(...options: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(...options);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const whyNot = hasRedisServer || givenUrl ? '' : ' (skipped: no redis-server on the PATH, no REDIS_URL)';

describe.skipIf(whyNot)(`the store in redis${whyNot}`, () => {
  let shared: RedisServer | undefined;
  const url = () => givenUrl ?? shared?.url ?? '';
  const makeState = async () => ({
    open: (clock: () => number) => openRedisStore(url(), clock),
    openElsewhere: () => openElsewhere(url()),
  });

  beforeAll(async () => {
    if (!givenUrl) shared = await startRedis();
  });
  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
  });

  describeStore(makeState);

  test('answers as the one in memory does', () => expectSameAsMemory(makeState, 100));
});

const whyNotOwn = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

describe.skipIf(whyNotOwn)(`a server of redis${whyNotOwn}`, () => {
  test('lists the grants of a user that gateways of earlier releases have left without an index', async () => {
    const server = await start();
    const store = await open(server.url);
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    const ends = { idleUntil: soon(), endsAt: soon() };
    const [earlier, other, newer] = [newGrant(), newGrant({ subject: 'user:bob' }), newGrant()];
    for (const grant of [earlier, other]) await store.openGrant(grant, newDigest(), ends);
    await client.del(['gatewright:grants-of:user:ada', 'gatewright:grants-of:user:bob']);
    await client.hDel(`gatewright:grant:${earlier.id}`, 'rotatedAt');
    await store.openGrant(newer, newDigest(), ends);
    const list = async (subject: string) =>
      (await Array.fromAsync(store.listGrants(subject))).map(({ grant }) => grant.id).toSorted();
    expect(await list('user:ada')).toEqual([earlier.id, newer.id].toSorted());
    expect(await list('user:bob')).toEqual([other.id]);
    // They are searched once, and end with their grants.
    expect((await client.info('commandstats')).match(/cmdstat_scan:calls=(\d+)/)?.[1]).toBe('1');
    expect(await client.pTTL('gatewright:grants-of:user:bob')).toBeGreaterThan(0);
  });

  test('is looked through once for grants without an index, whoever lists at the same moment', async () => {
    const server = await start();
    const stores = [await open(server.url), await open(server.url)];
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    const ends = { idleUntil: soon(), endsAt: soon() };
    const grants = Array.from({ length: 20 }, () => newGrant());
    for (const grant of grants) await stores[0]?.openGrant(grant, newDigest(), ends);
    await client.del('gatewright:grants-of:user:ada');
    const countIn = async (store: TokenStore) => (await Array.fromAsync(store.listGrants('user:ada'))).length;
    const lists = await Promise.all(
      stores.map((store) => Promise.all(Array.from({ length: 10 }, () => countIn(store)))),
    );
    expect((await client.info('commandstats')).match(/cmdstat_scan:calls=(\d+)/)?.[1]).toBe('1');
    // One process has searched, and each of its lists is whole.
    expect(lists).toContainEqual(Array.from({ length: 10 }, () => grants.length));
    expect(await Promise.all(stores.map(countIn))).toEqual([grants.length, grants.length]);
  });

  test('is not looked through by a process while another one does', async () => {
    const server = await start();
    const store = await open(server.url);
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    const [earlier, newer] = [newGrant(), newGrant()];
    await store.openGrant(earlier, newDigest(), { idleUntil: soon(), endsAt: soon() });
    await client.del('gatewright:grants-of:user:ada');
    await store.openGrant(newer, newDigest(), { idleUntil: soon(), endsAt: soon() });
    await client.set('gatewright:grants-indexing', '1');
    const list = async () =>
      (await Array.fromAsync(store.listGrants('user:ada'))).map(({ grant }) => grant.id).toSorted();
    expect(await list()).toEqual([newer.id]);
    expect(await client.info('commandstats')).not.toContain('cmdstat_scan');
    // One that ends without having finished leaves the rest to the next.
    await client.del('gatewright:grants-indexing');
    expect(await list()).toEqual([earlier.id, newer.id].toSorted());
    expect(await client.pTTL('gatewright:grants-indexing')).toBeGreaterThan(0);
  });

  test('lets expired entries expire by themselves', async () => {
    const server = await start();
    const store = await open(server.url);
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    const begunAt = Date.now();
    const at = (ms: number) => (begunAt + ms) / 1000;
    await store.putCode(newDigest(), newCodeRecord(), { expiresAt: at(1000), forgetAt: at(10_000) });
    const [grant, token] = [newGrant(), newDigest()];
    await store.openGrant(grant, token, { idleUntil: at(120_000), endsAt: at(10_000) });
    await store.rotate(grant.id, token, newDigest(), at(120_000));
    await store.openGrant(newGrant(), newDigest(), { idleUntil: at(10_000), endsAt: at(120_000) });
    await store.claim(newDigest(), at(10_000));
    await store.revoke(newGrant().id, at(10_000));
    await store.putLogin('login', { checkedAt: at(0), evidence: 'sealed' }, at(10_000));
    expect(await client.dbSize()).toBe(7);
    // The index of a subject is kept as long as the longest of its grants may be.
    const left = ['gatewright:grants-of:user:ada', 'gatewright:revocations'];
    await eventually(async () => expect((await client.keys('*')).toSorted()).toEqual(left));
    const last = newGrant().id;
    await store.revoke(last, at(120_000));
    expect(await client.zRange('gatewright:revocations', 0, -1)).toEqual([last]);
  });

  test('that is unreachable makes every verb fail at once, and serves again when it is back', async () => {
    const server = await start();
    const store = await open(server.url);
    const [record, grant] = [newCodeRecord(), newGrant()];
    const times = { expiresAt: soon(), forgetAt: soon() };
    await server.stop();
    const attempts = () => [
      store.putCode(newDigest(), record, times),
      store.takeCode(newDigest(), record.clientId),
      store.openGrant(grant, newDigest(), { idleUntil: soon(), endsAt: soon() }),
      store.findGrant(grant.id, newDigest()),
      store.rotate(grant.id, newDigest(), newDigest(), soon()),
      store.claim(newDigest(), soon()),
      store.revoke(grant.id, soon()),
      store.revocations(),
    ];
    for (const attempt of attempts()) {
      await expect(attempt).rejects.toThrow(
        new StoreError(
          `The state store in Redis at ${new URL(server.url).host} cannot be used: the connection is lost.`,
        ),
      );
    }
    await server.start();
    await eventually(() => Promise.all(attempts()));
  });

  test('that does not answer makes a verb fail, and gets a new connection', async () => {
    const server = await start();
    const store = await open(server.url);
    server.freeze();
    await expect(store.claim(newDigest(), soon())).rejects.toThrow(
      new StoreError(
        `The state store in Redis at ${new URL(server.url).host} cannot be used: it does not respond.`,
      ),
    );
    server.thaw();
    await eventually(() => store.claim(newDigest(), soon()));
  });

  test('that has forgotten the scripts is sent them again', async () => {
    const server = await start();
    const store = await open(server.url);
    await store.claim(newDigest(), soon());
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    await client.scriptFlush();
    expect(await store.claim(newDigest(), soon())).toBe(true);
  });

  test('that was cut off reports afterwards what was revoked meanwhile', async () => {
    const server = await start();
    await using proxy = await startProxy(server.port);
    const [cutOff, other] = [await open(proxy.url), await open(server.url)];
    const told: string[] = [];
    cutOff.onRevoked((id) => told.push(id));
    const { id } = newGrant();
    proxy.cut();
    await other.revoke(id, soon());
    expect(told).toEqual([]);
    proxy.mend();
    await eventually(() => expect(told).toContain(id));
  });

  test('whose connections die silently gets new ones, and is asked for the missed revocations', async () => {
    const server = await start();
    await using proxy = await startProxy(server.port);
    const [cutOff, other] = [await open(proxy.url), await open(server.url)];
    const told: string[] = [];
    cutOff.onRevoked((id) => told.push(id));
    const { id } = newGrant();
    proxy.mute();
    await other.revoke(id, soon());
    await expect(cutOff.claim(newDigest(), soon())).rejects.toThrow('it does not respond');
    await eventually(() => cutOff.claim(newDigest(), soon()));
    // Each connection queries when it is back: that of the commands, given up by now, and that of the revocations,
    // which is given up only after a ping.
    await eventually(() => expect(told.filter((one) => one === id).length).toBeGreaterThan(1));
    const later = newGrant().id;
    await eventually(async () => {
      await other.revoke(later, soon());
      expect(told).toContain(later);
    });
  });

  test('makes a revocation wait for the answer of every process', async () => {
    const server = await start();
    const store = await open(server.url);
    const [other, publisher] = [createClient({ url: server.url }), createClient({ url: server.url })];
    for (const client of [other, publisher]) {
      await client.connect();
      onTestFinished(() => client.destroy());
    }
    const order: string[] = [];
    await other.subscribe('gatewright:revoked:0', async (message) => {
      const [sender, note] = message.split(' ');
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('answered');
      await publisher.publish(`gatewright:told:0:${sender}`, String(note));
    });
    await store.revoke(newGrant().id, soon());
    order.push('revoked');
    expect(order).toEqual(['answered', 'revoked']);
  });

  test('makes a revocation wait no longer than a second for a process that does not answer', async () => {
    const server = await start();
    const [store, frozen] = [await open(server.url), await openElsewhere(server.url)];
    onTestFinished(frozen.kill);
    frozen.freeze();
    await store.revoke(newGrant().id, soon());
    expect(await store.revocations()).toHaveProperty('size', 1);
  });

  test('that has lost the subscription of a process does not keep it from its own revocations', async () => {
    const server = await start();
    const store = await open(server.url);
    const told: string[] = [];
    store.onRevoked((id) => told.push(id));
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    const { id } = newGrant();
    await store.revoke(id, soon());
    expect(new Set(told)).toEqual(new Set([id]));
  });

  test.each([
    ['', '/1'],
    ['/0', '/1'],
    ['/2', ''],
  ])('tells nothing of the database "%s" to the database "%s"', async (mine, others) => {
    const server = await start();
    const stores = await Promise.all([mine, mine, others].map((database) => open(server.url + database)));
    const told = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const [place, store] of stores.entries()) store.onRevoked((id) => told[place]?.add(id));
    // Names of many grants at once are not random ids, and the same in each database.
    const [everything, marker] = ['granted-before:1790000000::', newGrant().id];
    await stores[0]?.revoke(everything, soon());
    // What comes after it over the same connection shows that the first would have been heard by now.
    await stores[2]?.revoke(marker, soon());
    expect(told).toEqual([new Set([everything]), new Set([everything]), new Set([marker])]);
  });

  test('does not hear what others say on its channels', async () => {
    const server = await start();
    const store = await open(server.url);
    const told: unknown[] = [];
    store.onRevoked((...words) => told.push(words));
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    for (const message of ['', 'a', 'a b c d', 'a b 1', '{}', '\0', 'x'.repeat(100_000)])
      await client.publish('gatewright:revoked:0', message);
    const { id } = newGrant();
    const until = soon();
    await store.revoke(id, until);
    expect(new Set(told.map((words) => JSON.stringify(words)))).toEqual(
      new Set([JSON.stringify([id, until])]),
    );
  });

  test('needs no more rights than the documentation says', async () => {
    const server = await start();
    const documentation = await readFile(new URL('../../../../docs/state.md', import.meta.url), 'utf8');
    const [acl = ''] = /^ACL SETUSER .*$/m.exec(documentation) ?? [];
    const client = await createClient({ url: server.url }).connect();
    onTestFinished(() => client.destroy());
    expect(await client.sendCommand(acl.split(' '))).toBe('OK');
    const url = server.url.replace('//', '//gatewright:PASSWORD@');
    const [first, second] = [await open(`${url}/1`), await open(`${url}/1`)];
    const [code, record, grant, token] = [newDigest(), newCodeRecord(), newGrant(), newDigest()];
    const told: string[] = [];
    second.onRevoked((id) => told.push(id));
    await first.putCode(code, record, { expiresAt: soon(), forgetAt: soon() });
    expect(await second.takeCode(code, record.clientId)).toEqual({ first: true, record });
    await first.openGrant(grant, token, { idleUntil: soon(), endsAt: soon() });
    expect(await second.rotate(grant.id, token, newDigest(), soon())).toBe('rotated');
    expect(await second.findGrant(grant.id, token)).toMatchObject({ isCurrent: false });
    for (const listed of [second.listGrants(), second.listGrants(grant.subject)])
      expect(await Array.fromAsync(listed)).toMatchObject([{ grant }]);
    await first.putLogin('login', { checkedAt: 0, evidence: 'sealed' }, soon());
    expect(await second.findLogin('login')).toEqual({ checkedAt: 0, evidence: 'sealed' });
    expect(await first.claim(newDigest(), soon())).toBe(true);
    await first.revoke(grant.id, soon());
    expect(told).toEqual([grant.id]);
    expect(await second.revocations()).toHaveProperty('size', 1);
    const bare = await createClient({ url }).connect();
    onTestFinished(() => bare.destroy());
    for (const command of [['FLUSHALL'], ['KEYS', '*'], ['GET', 'other'], ['PUBLISH', 'other', '']])
      await expect(bare.sendCommand(command), command[0]).rejects.toThrow('NOPERM');
  });

  test('is refused with the reason and without its URL', async () => {
    const server = await start('--requirepass', 'right-password');
    await open(server.url.replace('//', '//:right-password@'));
    const secretUrl = server.url.replace('//', '//user:wrong-password@');
    const unreachable = (at: string) => `The state store in Redis at ${at} cannot be used: `;
    const { host } = new URL(server.url);
    const malformed =
      'The URL of the state store is not a Redis URL: write it as redis://user:password@host:6379/0, or rediss:// for TLS.';
    const refusals = [
      [server.url, `${unreachable(host)}it requires a password.`],
      [secretUrl, `${unreachable(host)}it does not accept the user name or the password.`],
      ['redis://:wrong-password@127.0.0.1:1', `${unreachable('127.0.0.1:1')}nothing listens at its address.`],
      [
        'redis://:wrong-password@redis.invalid',
        `${unreachable('redis.invalid:6379')}its host name is unknown.`,
      ],
      ['unix:///missing/redis.sock', `${unreachable('/missing/redis.sock')}the socket does not exist.`],
      ['https://:wrong-password@127.0.0.1', malformed],
      ['redis://127.0.0.1/wrong-password', malformed],
      ['wrong-password', malformed],
      ['', malformed],
      ['redis://%zz:wrong-password@127.0.0.1:1', malformed],
    ] as const;
    for (const [url, message] of refusals) {
      const error = await openRedisStore(url, Date.now).catch((thrown: unknown) => thrown);
      expect(error).toEqual(new StoreError(message));
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong-password');
    }
  });
});

/** Passes everything on to a port, unless it is cut. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = connect(port);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    mend: () => void (isCut = false),
    /** Passes nothing more over the connections that there are, and leaves them open. */
    mute: () => {
      for (const socket of sockets) socket.unpipe().resume();
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
    },
  };
}
