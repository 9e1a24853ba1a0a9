// @module-tag full
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { eventually } from '../eventually.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { makeAuthority } from './control-plane/authority-in-test.ts';
import { settingsOf } from './control-plane/control-plane-in-test.ts';
import { makeOrigin } from './git-repository.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

const config = 'gateway.config.yaml';
const dogs = 'apis/dog_park/v1/api.yaml';
const cats = 'apis/cat_park/v1/api.yaml';

/** The API of another team, and its subscription. */
const added = {
  [cats]: (cleanSources[dogs] ?? '').replace('DogPark', 'CatPark').replace('/dog_park', '/cat_park'),
  'apis/cat_park/v1/openapi.yaml': cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '',
  'apis/cat_park/v1/subscriptions.yaml': (cleanSources['apis/dog_park/v1/subscriptions.yaml'] ?? '').replace(
    'DogPark',
    'CatPark',
  ),
};

async function openSources() {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  await sources.write(config, (text) => `${text}reload: { isolate: true }\n`);
  const texts = Object.fromEntries(
    Object.entries(added).map(([file, text]) => [
      file,
      text.replace('https://dogs.internal.example.edu', upstream.url),
    ]),
  );
  return { ...sources, added: texts };
}

const breakApi = (text: string) => `${text}contexxt: [\n`;

async function statusesOf(gatewayUrl: string, token: string) {
  const paths = ['/dog_park/v1/dogs', '/cat_park/v1/dogs'];
  return Promise.all(
    paths.map(async (path) => {
      // Each on a connection of its own, which any of the workers may accept.
      const dispatcher = new Agent();
      const headers = { authorization: `Bearer ${token}` };
      const answer = await request(`${gatewayUrl}${path}`, { dispatcher, headers });
      await answer.body.dump();
      await dispatcher.close();
      return answer.statusCode;
    }),
  );
}

describe('one broken file holds back only itself', () => {
  test('on a gateway that serves a branch, also after a start', async () => {
    const sources = await openSources();
    const origin = await makeOrigin(sources.root);
    await origin.push({});
    const secretsFolder = join(origin.folder, 'secrets');
    await mkdir(secretsFolder);
    const remote = parseGitRemote(`git+${origin.bare}#main`, '/');
    const options = {
      root: origin.folder,
      plainHttp: true,
      stateFolder: join(origin.folder, 'state'),
      source: { kind: 'git', remote, configFile: config, secretsFolder, pollMs: 200 },
    } as const;
    const gateway = await start(options);
    const token = await fetchToken(gateway.gatewayUrl);
    await sources.write(dogs, breakApi);
    await origin.push({});
    expect(await gateway.sees('held-back')).toMatchObject({ parts: [{ kind: 'Api', name: 'DogPark/v1' }] });
    const commit = await origin.push(sources.added);
    expect(await gateway.sees('reloaded')).toMatchObject({ commit });
    expect(await statusesOf(gateway.gatewayUrl, token)).toEqual([200, 200]);
    await gateway.close();

    const again = await start(options);
    expect(await again.sees('held-back')).toMatchObject({ parts: [{ name: 'DogPark/v1' }] });
    const anew = await fetchToken(again.gatewayUrl);
    expect(await statusesOf(again.gatewayUrl, anew)).toEqual([200, 200]);
    await origin.push({ [dogs]: (cleanSources[dogs] ?? '').replace('published', 'blocked') });
    await again.sees('released');
    await eventually(async () => expect(await statusesOf(again.gatewayUrl, anew)).toEqual([503, 200]));
  });

  test('on all workers of a gateway', async () => {
    const sources = await openSources();
    const gateway = await start({ root: sources.root, plainHttp: true, workers: 2 });
    const token = await fetchToken(gateway.gatewayUrl);
    await sources.write(dogs, breakApi);
    await gateway.sees('held-back');
    for (const [file, text] of Object.entries(sources.added)) await sources.write(file, () => text);
    await eventually(async () => {
      const all = await Promise.all(Array.from({ length: 12 }, () => statusesOf(gateway.gatewayUrl, token)));
      expect(all.flat().filter((status) => status !== 200)).toEqual([]);
    });
  });

  test('of what a control plane publishes', async () => {
    const sources = await openSources();
    const authority = await makeAuthority();
    const controlPlane = settingsOf(authority, Object.keys(deviations));
    const gateway = await start({ root: sources.root, plainHttp: true, controlPlane });
    const listening = gateway.events.find((event) => event.type === 'listening');
    authority.issue('edge');
    const dispatcher = new Agent({ connect: await authority.read('edge') });
    onTestFinished(() => dispatcher.destroy());
    const readRoutes = async () => {
      const { body } = await request(`${listening?.controlPlaneUrl}/v3/discovery:routes`, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ node: { id: 'edge' }, version_info: '', resource_names: ['calls'] }),
      });
      const text = await body.text();
      return ['dog_park', 'cat_park'].filter((context) => text.includes(context));
    };
    await sources.write(dogs, breakApi);
    await gateway.sees('held-back');
    expect(await readRoutes()).toEqual(['dog_park']);
    for (const [file, text] of Object.entries(sources.added)) await sources.write(file, () => text);
    await eventually(async () => expect(await readRoutes()).toEqual(['dog_park', 'cat_park']));
  });
});
