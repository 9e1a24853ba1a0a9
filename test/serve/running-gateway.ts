import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { lastGoodFile } from '#serve/sources/saved/last-good.ts';
import { startGateway, type GatewayOptions } from '#serve/start/start-gateway.ts';
import { makeTestFolder, type AtEnd } from '../platform/in-folder.ts';

export const consumerKey = 'dogwalker-production';
export const secret = 'a-secret-of-the-tests_0123456789';

/** A folder of sources in which everything is good, and whose API is served by `upstreamUrl`. */
export async function writeSources(upstreamUrl = 'http://127.0.0.1:9', atEnd: AtEnd = onTestFinished) {
  const root = await makeTestFolder(atEnd);
  const good = goodSources(upstreamUrl);
  const elsewhere = await makeTestFolder(atEnd);
  let written = 0;
  /** Writes the file that `change` makes from the good one; watchers never read half of it. */
  const write = async (file: string, change: (text: string) => string = (text) => text) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const whole = join(elsewhere, String((written += 1)));
    await writeFile(whole, change(good[file] ?? ''));
    await rename(whole, join(root, file));
  };
  for (const file of Object.keys(good)) await write(file);
  return { root, write };
}

function goodSources(upstreamUrl: string): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(secret).digest('hex');
  const replace = (file: string, from: string, to: string) => ({
    [file]: (cleanSources[file] ?? '').replace(from, to),
  });
  return {
    ...cleanSources,
    ...replace('applications/dog_walker.yaml', '0'.repeat(64), digest),
    ...replace('apis/dog_park/v1/api.yaml', 'https://dogs.internal.example.edu', upstreamUrl),
    ...replace('gateway.config.yaml', 'https://gateway.example.edu', 'https://localhost:8243'),
  };
}

/** The file with the last good table of a folder of sources. */
export function lastGoodOf(root: string, deployment = 'production'): string {
  const source = { kind: 'folder', root, configFile: 'gateway.config.yaml' } as const;
  return lastGoodFile({ stateFolder: join(root, '.gatewright'), deployment, source });
}

export interface StartChanges extends Partial<Omit<GatewayOptions, 'report'>> {
  readonly root: string;
}

/** Starts a gateway from a folder of sources on free ports, and closes it after the test. */
export async function start({ root, ...changes }: StartChanges, atEnd: AtEnd = onTestFinished) {
  const events: GatewayEvent[] = [];
  const gateway = await startGateway({
    source: { kind: 'folder', root, configFile: 'gateway.config.yaml' },
    deployment: 'production',
    stateFolder: join(root, '.gatewright'),
    plainHttp: false,
    port: 0,
    adminPort: 0,
    ...changes,
    report: (event) => void events.push(event),
  });
  atEnd(() => gateway.close());
  return {
    ...gateway,
    events,
    sees: (type: GatewayEvent['type'], count = 1) => waitForEvent(events, type, count),
  };
}

/**
 * Opens resources that several tests share; returns their cleanup, for `beforeAll` to return. The last one is closed
 * first.
 */
export async function openShared(open: (atEnd: AtEnd) => Promise<void>): Promise<() => Promise<void>> {
  const cleanups: Parameters<AtEnd>[0][] = [];
  const close = async () => {
    for (const clean of cleanups) await clean();
  };
  try {
    await open((clean) => void cleanups.unshift(clean));
  } catch (error) {
    // Vitest calls no cleanup of a hook that has failed, and processes would stay.
    await close();
    throw error;
  }
  return close;
}

function waitForEvent(
  events: readonly GatewayEvent[],
  type: GatewayEvent['type'],
  count: number,
): Promise<GatewayEvent> {
  return eventually(() => {
    const found = events.filter((event) => event.type === type)[count - 1];
    if (!found) throw new Error(`no ${type} among ${events.map((event) => event.type).join(', ')}`);
    return found;
  });
}

/** Sends a request over TLS that trusts only the given authority. */
export async function send(
  url: string,
  { ca, ...options }: { ca?: string; method?: 'POST'; headers?: Record<string, string>; body?: string } = {},
) {
  const dispatcher = new Agent({ connect: ca === undefined ? {} : { ca } });
  const answer = await request(url, { dispatcher, ...options });
  const text = await answer.body.text();
  await dispatcher.close();
  return { status: answer.statusCode, json: JSON.parse(text) as Record<string, unknown> };
}

/** A token by way of the token endpoint. */
export async function fetchToken(gatewayUrl: string, ca?: string): Promise<string> {
  const { json } = await send(`${gatewayUrl}/token`, {
    ...(ca === undefined ? {} : { ca }),
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return String(json['access_token']);
}
