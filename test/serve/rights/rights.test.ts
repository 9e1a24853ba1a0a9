// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { GatewayEvent } from '../../../src/serve/gateway-event.ts';
import { startGateway } from '../../../src/serve/start-gateway.ts';
import { eventually } from '../../eventually.ts';
import { openStreamingUpstream } from '../../runtime/gateway/in-flight/streaming-upstream.ts';
import { freePort } from '../../runtime/free-port.ts';
import { slapd, slapdNeeded } from '../../runtime/identity/ldap/slapd-in-test.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { readRights } from './read-rights.ts';
import { makeFolder, writeRightSources } from './right-sources.ts';
import { openPeople } from './people.ts';
import { signIn } from './signed-in.ts';
import { acts, apply, edits, persons, type Edit } from './takings.ts';

const rights = await readRights();

test('the table in docs/authorization.md has every right that is tried here, and no other', () => {
  expect(rights.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(edits), ...Object.keys(acts)].toSorted(),
  );
});

type Sources = Awaited<ReturnType<typeof writeRightSources>>;

/** Gateways that serve one folder of declarations. */
interface Served {
  readonly urls: readonly string[];
  /** Asks the first gateway to end grants, as an operator. */
  readonly revokeGrants: (query: string) => Promise<unknown>;
  /** Changes the declarations; resolves when every gateway serves the change. */
  readonly edit: (edit: Edit) => Promise<void>;
  /** Restores the first declarations. */
  readonly restore: (edit: Edit) => Promise<void>;
}

async function startAt(root: string, workers: number, opened: AsyncDisposableStack) {
  const events: GatewayEvent[] = [];
  const port = await freePort();
  const stateFolder = await makeFolder(opened);
  const gateway = await startGateway({
    source: { kind: 'folder', root, configFile: 'gateway.config.yaml' },
    deployment: 'production',
    stateFolder,
    plainHttp: true,
    port,
    adminPort: 0,
    workers,
    report: (event) => void events.push(event),
  });
  opened.defer(() => gateway.close());
  const revokeGrants = async (query: string) => {
    const authorization = `Bearer ${await readFile(join(stateFolder, 'admin-key'), 'utf8')}`;
    const url = `${gateway.adminUrl}/grants/revoke?${query}`;
    const { statusCode, body } = await request(url, { method: 'POST', headers: { authorization } });
    await body.dump();
    expect(statusCode).toBe(200);
  };
  return { url: `http://127.0.0.1:${port}`, events, revokeGrants };
}

async function serve(
  sources: Sources,
  opened: AsyncDisposableStack,
  { count = 1, workers = 1 } = {},
): Promise<Served> {
  const starting = Array.from({ length: count }, () => startAt(sources.root, workers, opened));
  const gateways = await Promise.all(starting);
  const change = async (files: readonly (readonly [file: string, text: string | undefined])[]) => {
    const before = gateways.map(({ events }) => events.length);
    for (const [file, text] of files)
      await (text === undefined ? sources.remove(file) : sources.put(file, text));
    for (const [index, { events }] of gateways.entries())
      await eventually(() =>
        expect(events.slice(before[index])).toContainEqual(expect.objectContaining({ type: 'reloaded' })),
      );
  };
  return {
    urls: gateways.map(({ url }) => url),
    revokeGrants: async (query) => gateways[0]?.revokeGrants(query),
    edit: (edit) => change(apply(edit, sources.good)),
    restore: (edit) =>
      change(
        Object.keys(edit)
          .toReversed()
          .map((file) => [file, sources.good[file]]),
      ),
  };
}

const signing = 'token: { signingKeys: [{ key: { fromFile: key.pem } }] }\n';
const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

/** The common declarations of all places. */
type Base = Omit<Parameters<typeof writeRightSources>[1], 'settings'>;

const places: readonly (readonly [string, (opened: AsyncDisposableStack, base: Base) => Promise<Served>])[] =
  [
    ['one gateway', async (opened, base) => serve(await writeRightSources(opened, base), opened)],
    [
      'two workers of a gateway',
      async (opened, base) => serve(await writeRightSources(opened, base), opened, { workers: 2 }),
    ],
    [
      `two gateways on a redis${whyNot}`,
      async (opened, base) => {
        const { url } = opened.use(await startRedis());
        const state = `state: { store: redis, url: { fromFile: redis-url } }\n`;
        const sources = await writeRightSources(opened, { ...base, settings: state + signing });
        await sources.put('redis-url', url);
        return serve(sources, opened, { count: 2 });
      },
    ],
  ];

describe.each(places)('at %s', (place, open) => {
  const isSkipped = place.includes('skipped');
  let served: Served;
  let people: Awaited<ReturnType<typeof openPeople>>;
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    if (isSkipped) return;
    const upstream = await openStreamingUpstream();
    opened.defer(upstream.close);
    people = await openPeople(opened);
    served = await open(opened, { upstreamUrl: upstream.url, people: people.files });
  });

  afterAll(() => opened.disposeAsync());

  test.skipIf(isSkipped).for(rights)('$name', async (right, { skip }) => {
    const person = persons[right.name] ?? 'alice';
    if (person === 'directory' && slapd === undefined) skip(slapdNeeded);
    const signedIn = await signIn(served.urls, people.logIns[person]);
    const edit = edits[right.name]?.();
    if (edit) {
      onTestFinished(() => served.restore(edit));
      await served.edit(edit);
    }
    const act = acts[right.name];
    const world = { signedIn, people, revokeGrants: served.revokeGrants };
    onTestFinished(async () => void (await act?.giveBack?.(world)));
    await act?.take(world);
    expect(await signedIn.observe(right)).toEqual(right.outcomes);
  });
});
