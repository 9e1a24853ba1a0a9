import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const accepted = ['--accept', 'request_validation', '--plain-http'];

const writeAuthz =
  'Write https://gateway.example.edu:8245/authz if that is the listener of externalAuthorization.';
const omitOthers = 'Omit credentials, the query and the fragment: Envoy appends a path to the URL.';

describe.concurrent('gatewright export envoy', () => {
  test('writes what Envoy loads, and the same bytes again', async () => {
    await using folder = await temporaryFolder();
    const args = ['export', 'envoy', '--out', 'out', ...accepted];
    const { code, stdout, stderr } = await callGatewright(folder.path, args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Exported 1 API, .* for production to out\.\nsha256:[\da-f]{64}\n$/);
    expect((await readdir(join(folder.path, 'out'), { recursive: true })).toSorted()).toEqual([
      'bootstrap.json',
      'clusters',
      'clusters/clusters.json',
      'filters',
      'filters/limits.json',
      'filters/tokens.json',
      'listeners',
      'listeners/listeners.json',
      'program',
      'program/calls.json',
      'referenced.json',
      'routes',
      'routes/routes.json',
    ]);
    const before = await folder.read('out/program/calls.json');
    await callGatewright(folder.path, args);
    expect(await folder.read('out/program/calls.json')).toBe(before);
  });

  test('refuses a tier that limits concurrent calls, unless that is accepted', async () => {
    await using folder = await temporaryFolder();
    await folder.write('tiers.yaml', 'kind: Tier\nname: gold\nmaxConcurrentCalls: 5\n');
    const args = ['export', 'envoy', '--out', 'out', ...accepted];
    const refused = await callGatewright(folder.path, args);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Tier gold maxConcurrentCalls') as unknown,
    });
    expect((await callGatewright(folder.path, [...args, '--accept', 'concurrent_calls'])).code).toBe(0);
  });

  test('keeps the clusters and routes that Envoy may still use, for a minute after the export after theirs', async () => {
    await using folder = await temporaryFolder();
    const args = ['export', 'envoy', '--out', 'out', ...accepted];
    const namesIn = async (file: string) => {
      const found = (await folder.read(`out/${file}`)).matchAll(/"name":"(dog_park[^"]*@\w+)"/g);
      return [...new Set([...found].map(([, name]) => name))];
    };
    const names = async () => ({
      clusters: await namesIn('clusters/clusters.json'),
      routes: await namesIn('routes/routes.json'),
    });
    await callGatewright(folder.path, args);
    const first = await names();
    expect(first.clusters).toHaveLength(2);
    const api = await folder.read('apis/dog_park/v1/api.yaml');
    await folder.write('apis/dog_park/v1/api.yaml', api.replace('https://dogs.', 'https://dogs2.'));
    await callGatewright(folder.path, args);
    const both = await names();
    expect([both.clusters.length, both.routes.length]).toEqual([3, 3]);
    expect(both).toEqual({
      clusters: expect.arrayContaining(first.clusters) as unknown,
      routes: expect.arrayContaining(first.routes) as unknown,
    });
    await callGatewright(folder.path, args);
    expect(await names()).toEqual(both);
    const noted = JSON.parse(await folder.read('out/referenced.json')) as readonly {
      readonly replacedAt?: number;
    }[];
    expect(noted.map(({ replacedAt }) => typeof replacedAt)).toEqual(['undefined', 'number', 'number']);
    const aged = noted.map((earlier) => ({
      ...earlier,
      ...(earlier.replacedAt !== undefined && { replacedAt: earlier.replacedAt - 60_000 }),
    }));
    await folder.write('out/referenced.json', JSON.stringify(aged));
    await callGatewright(folder.path, args);
    const second = await names();
    expect([second.clusters.length, second.routes.length]).toEqual([2, 2]);
    expect(second).not.toEqual(first);
  });

  test.each([
    '[{"routes":[],"clus',
    '[]',
    '[{"routes":[],"clusters":[],"secrets":[]}]',
    '[{"routes":[],"clusters":[{"name":1}],"secrets":[],"extensionConfigs":[]}]',
    '[{"routes":[],"clusters":[],"secrets":[],"extensionConfigs":[],"replacedAt":"now"}]',
  ])('says that what the export before has noted is damaged, and notes it again: %s', async (damaged) => {
    await using folder = await temporaryFolder();
    const args = ['export', 'envoy', '--out', 'out', ...accepted];
    await callGatewright(folder.path, args);
    const noted = await folder.read('out/referenced.json');
    await folder.write('out/referenced.json', damaged);
    const { code, stderr } = await callGatewright(folder.path, args);
    const [first, second] = stderr.split('\n');
    expect([code, first, second]).toEqual([
      0,
      'warning: out/referenced.json is not what an export writes, so calls can fail while Envoy takes over this export.',
      expect.stringMatching(/^Exported 1 API/),
    ]);
    expect(await folder.read('out/referenced.json')).toBe(noted);
  });

  test('writes nothing if what the export before has noted cannot be read', async () => {
    await using folder = await temporaryFolder();
    await folder.write('out/referenced.json/file', '');
    const { code, stderr } = await callGatewright(folder.path, [
      'export',
      'envoy',
      '--out',
      'out',
      ...accepted,
    ]);
    expect([code, stderr]).toEqual([2, 'error: out/referenced.json cannot be read: it is a folder.\n']);
    await expect(folder.read('out/bootstrap.json')).rejects.toThrow('ENOENT');
  });

  test('refuses what Envoy cannot do, names the declaration, and writes nothing', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await callGatewright(folder.path, ['export', 'envoy', '--out', 'out']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error Gateway listener.tls: The listener has no certificate, and Envoy cannot generate one. [listener_certificate]\n' +
        '  help: Declare listener.tls with a certificate and a key in files (fromFile).\n' +
        'error Api DogPark/v1 validation.requests: Envoy cannot validate requests by itself. [request_validation]\n' +
        '  help: Name the endpoint for authorization of a gateway, or set validation.requests to off.\n',
    );
    await expect(folder.read('out/bootstrap.json')).rejects.toThrow('ENOENT');
  });

  test('writes nothing where there are errors', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: Gold\n' });
    const args = ['export', 'envoy', '--out', 'out', ...accepted];
    expect((await callGatewright(folder.path, args)).code).toBe(1);
    await expect(folder.read('out/bootstrap.json')).rejects.toThrow('ENOENT');
  });

  test.each<[options: readonly string[], message: string]>([
    [['--accept', 'nothing'], 'There is no deviation "nothing".'],
    [['--listen', 'here'], '"here" is not a host and a port.'],
    [['--jwks', 'keys.json'], 'keys.json cannot be read: the file does not exist.'],
    [['--authz', 'here'], '"here" is not an absolute URL with the scheme http or https.'],
    [['--authz', 'https://gateway.example.edu:8245'], writeAuthz],
    [['--authz', 'https://gateway.example.edu:8245/authz/ext-authz'], writeAuthz],
    [['--authz', 'https://gateway.example.edu:8245/authz?a=b'], omitOthers],
    [['--authz', 'https://gateway.example.edu:8245/authz#a'], omitOthers],
    [['--key-manager', 'https://user:word@keys.example.edu'], omitOthers],
  ])('says why it cannot run with %j', async (options, message) => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await callGatewright(folder.path, [
      'export',
      'envoy',
      '--out',
      'out',
      ...options,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
