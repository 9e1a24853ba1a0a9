import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect } from 'vitest';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { startGateway } from '#serve/start/start-gateway.ts';
import { eventually } from '../../eventually.ts';
import { freePort } from '../../runtime/free-port.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { makeFolder, writeRightSources } from './right-sources.ts';
import { apply, type Edit } from './takings.ts';

type Sources = Awaited<ReturnType<typeof writeRightSources>>;

/** Gateways that serve one folder of declarations. */
export interface Served {
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
type Base = Parameters<typeof writeRightSources>[1];

/** Where rights are tried, and how it is opened. */
export const places: readonly (readonly [
  string,
  (opened: AsyncDisposableStack, base: Base) => Promise<Served>,
])[] = [
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
      const sources = await writeRightSources(opened, {
        ...base,
        settings: (base.settings ?? '') + state + signing,
      });
      await sources.put('redis-url', url);
      return serve(sources, opened, { count: 2 });
    },
  ],
];
