// @module-tag full
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { eventually } from '../../eventually.ts';
import { consumerKey, secret } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { startCommand, untilListening } from '../running-command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const config = 'gateway.config.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const application = 'applications/dog_walker.yaml';
const digest = createHash('sha256').update(secret).digest('hex');
const good: Readonly<Record<string, string>> = cleanSources;

const sources: Readonly<Record<string, string>> = {
  ...good,
  [config]: `${good[config]}reload: { isolate: true }\n`.replace(
    'https://gateway.example.edu',
    'https://localhost:8243',
  ),
};

/** An application of another team. */
const catSitter = (good[application] ?? '')
  .replace('DogWalker', 'CatSitter')
  .replace(consumerKey, 'catsitter-production')
  .replace('0'.repeat(64), digest);

async function run(folder: string) {
  const gateway = startCommand(folder, [
    'run',
    '--plain-http',
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-format',
    'json',
  ]);
  const { adminUrl } = await untilListening(gateway);
  const gatewayUrl = /"gatewayUrl":"([^"]+)"/.exec(gateway.written())?.[1] ?? '';
  const askToken = async () => {
    const answer = await fetch(`${gatewayUrl}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`catsitter-production:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const read = async (page: string) => (await fetch(`${adminUrl}${page}`)).text();
  return { ...gateway, adminUrl, gatewayUrl, askToken, read };
}

test('one broken file holds back only what it declares, for those who watch and those who wait', async () => {
  await using folder = await temporaryFolder(sources);
  const gateway = await run(folder.path);
  await folder.write(api, `${good[api]}contexxt: [\n`);
  await gateway.until('"held_back"');
  await folder.write('applications/cat_sitter.yaml', catSitter);
  await gateway.until('"reloaded"');
  expect(await gateway.askToken()).toMatchObject({ token_type: 'Bearer' });

  const status = JSON.parse(await gateway.read('/status')) as Record<string, unknown>;
  expect(status).toMatchObject({
    lastError: null,
    heldBack: [{ kind: 'Api', name: 'DogPark/v1', place: `${api}:11:11` }],
  });
  expect(JSON.parse(await gateway.read('/health/ready'))).toEqual({
    status: 'ready',
    heldBack: ['Api DogPark/v1'],
  });
  const calls = await fetch(`${gateway.gatewayUrl}/health/ready`);
  expect(await calls.json()).toEqual({ status: 'ready' });
  const metrics = await gateway.read('/metrics');
  expect(metrics).toMatch(
    /^gatewright_held_back_since_timestamp_seconds\{kind="Api",name="DogPark\/v1"\} 1[\d.]+$/m,
  );
  expect(metrics).toContain('gatewright_held_back 1\n');
  expect(metrics).toContain('gatewright_sources_broken 0\n');
  const held = gateway.written().match(/^\{.*"held_back".*\}$/m)?.[0] ?? '{}';
  expect(JSON.parse(held)).toMatchObject({
    level: 'error',
    parts: [{ kind: 'Api', name: 'DogPark/v1', error: { code: 'yaml-syntax', file: api, line: 11 } }],
  });
  const shown = await callGatewright(folder.path, ['status', '--url', gateway.adminUrl]);
  expect(shown.stdout).toMatch(/ Api DogPark\/v1, since 20\S+Z: apis\/dog_park\/v1\/api\.yaml:11:11 /);

  await folder.write(api, (good[api] ?? '').replace('published', 'blocked'));
  await gateway.until('"released"');
  await eventually(async () =>
    expect(JSON.parse(await gateway.read('/status'))).toMatchObject({ heldBack: [] }),
  );
});

test('a start with a broken file serves what was served of it before, and nothing if nothing was', async () => {
  await using folder = await temporaryFolder(sources);
  const first = await run(folder.path);
  await folder.write(application, `${good[application]}]`);
  await first.until('"held_back"');
  const { heldBack } = JSON.parse(await first.read('/status')) as { readonly heldBack: readonly object[] };
  first.signal('SIGTERM');
  await first.ended;
  await folder.write('applications/cat_sitter.yaml', catSitter);
  await folder.write('users/ada.yaml', 'kind: User\nname: ada\npasswordDigest: [');
  await folder.write('users/grace.yaml', 'kind: User\nname: grace\npasswordDigest: [');

  const second = await run(folder.path);
  expect(await second.askToken()).toMatchObject({ token_type: 'Bearer' });
  const status = JSON.parse(await second.read('/status')) as { readonly heldBack: readonly object[] };
  expect(status.heldBack).toEqual([
    heldBack[0],
    expect.objectContaining({ kind: 'User', name: 'ada' }),
    expect.objectContaining({ kind: 'User', name: 'grace' }),
  ]);
  const table = JSON.parse(await second.read('/table')) as { readonly manifest: Record<string, object[]> };
  const { applications, users } = table.manifest;
  expect(applications?.map((one) => 'name' in one && one.name)).toEqual(['CatSitter', 'DogWalker']);
  expect(users?.map((one) => 'name' in one && one.name)).toEqual(['ada']);
});
