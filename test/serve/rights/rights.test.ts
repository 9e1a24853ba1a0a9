import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { GatewayEvent } from '../../../src/serve/gateway-event.ts';
import { startGateway } from '../../../src/serve/start-gateway.ts';
import { eventually } from '../../eventually.ts';
import { openStreamingUpstream } from '../../runtime/gateway/in-flight/streaming-upstream.ts';
import { freePort } from '../../runtime/free-port.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { readRights } from './read-rights.ts';
import { makeFolder, writeRightSources } from './right-sources.ts';
import { signIn, type SignedIn } from './signed-in.ts';
import { apply, edits, type Edit } from './takings.ts';

/** What takes a right away without a change of the declarations. */
const acts: Readonly<Record<string, (signedIn: SignedIn) => Promise<unknown>>> = {
  'token revoked (`/oauth2/revoke`)': ({ revoke }) => revoke(),
  'logged out': ({ logOut }) => logOut(),
};

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
  /** Changes the declarations; resolves when every gateway serves the change. */
  readonly edit: (edit: Edit) => Promise<void>;
  /** Declares what was declared at first. */
  readonly restore: (edit: Edit) => Promise<void>;
}

async function startAt(root: string, workers: number, opened: AsyncDisposableStack) {
  const events: GatewayEvent[] = [];
  const port = await freePort();
  const gateway = await startGateway({
    source: { kind: 'folder', root, configFile: 'gateway.config.yaml' },
    deployment: 'production',
    stateFolder: await makeFolder(opened),
    plainHttp: true,
    port,
    adminPort: 0,
    workers,
    report: (event) => void events.push(event),
  });
  opened.defer(() => gateway.close());
  return { url: `http://127.0.0.1:${port}`, events };
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

const places: readonly (readonly [
  string,
  (opened: AsyncDisposableStack, upstreamUrl: string) => Promise<Served>,
])[] = [
  ['one gateway', async (opened, upstreamUrl) => serve(await writeRightSources(opened, upstreamUrl), opened)],
  [
    'two workers of a gateway',
    async (opened, upstreamUrl) =>
      serve(await writeRightSources(opened, upstreamUrl), opened, { workers: 2 }),
  ],
  [
    `two gateways on a redis${whyNot}`,
    async (opened, upstreamUrl) => {
      const { url } = opened.use(await startRedis());
      const state = `state: { store: redis, url: { fromFile: redis-url } }\n`;
      const sources = await writeRightSources(opened, upstreamUrl, state + signing);
      await sources.put('redis-url', url);
      return serve(sources, opened, { count: 2 });
    },
  ],
];

describe.each(places)('at %s', (place, open) => {
  const isSkipped = place.includes('skipped');
  let served: Served;
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    if (isSkipped) return;
    const upstream = await openStreamingUpstream();
    opened.defer(upstream.close);
    served = await open(opened, upstream.url);
  });

  afterAll(() => opened.disposeAsync());

  test.skipIf(isSkipped).each(rights)('$name', async (right) => {
    const signedIn = await signIn(served.urls);
    const edit = edits[right.name]?.();
    if (edit) {
      onTestFinished(() => served.restore(edit));
      await served.edit(edit);
    } else await acts[right.name]?.(signedIn);
    expect(await signedIn.observe(right)).toEqual(right.outcomes);
  });
});
