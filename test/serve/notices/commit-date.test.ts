// @module-tag full
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { request } from 'undici';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { git } from '../../platform/git-in-test.ts';
import { makeOrigin } from '../git-repository.ts';
import { start, writeSources } from '../running-gateway.ts';

test('a commit with a date that no calendar has changes a version, and the feeds show it', async () => {
  const { root } = await writeSources();
  const origin = await makeOrigin(root);
  const settings = await readFile(join(root, 'gateway.config.yaml'), 'utf8');
  await origin.push({ 'gateway.config.yaml': `${settings}store: { visibility: public }\n` });
  const api = await readFile(join(root, 'apis/dog_park/v1/api.yaml'), 'utf8');
  const commit = await origin.push({
    'apis/dog_park/v1/api.yaml': api.replace('state: published', 'state: blocked'),
  });
  const made = await git(origin.bare, 'cat-file', 'commit', commit);
  const forged = join(origin.folder, 'forged');
  await writeFile(forged, `${made.replaceAll(/> \d+ /g, '> 99999999999999 ')}\n`);
  const dated = await git(origin.bare, 'hash-object', '-t', 'commit', '-w', forged);
  await git(origin.bare, 'update-ref', 'refs/heads/main', dated);

  const { gatewayUrl, events } = await start({
    root: origin.folder,
    plainHttp: true,
    stateFolder: join(origin.folder, 'state'),
    source: {
      kind: 'git',
      remote: parseGitRemote(`git+${origin.bare}#main`, '/'),
      configFile: 'gateway.config.yaml',
      secretsFolder: origin.folder,
      pollMs: 60_000,
    },
  });
  expect(events[0]).toMatchObject({ type: 'loaded', commit: dated });
  for (const path of ['/store/changes.atom', '/store/apis/dog_park/v1/changes.atom']) {
    const { statusCode, body } = await request(`${gatewayUrl}${path}`);
    const text = await body.text();
    expect([path, statusCode]).toEqual([path, 200]);
    expect(text).toContain('DogPark v1 is blocked');
    const [updated = ''] = /\d{4}-\d\d-\d\dT[\d:]+Z/.exec(text) ?? [];
    expect(Date.parse(updated)).toBeLessThanOrEqual(Date.now());
  }
});
