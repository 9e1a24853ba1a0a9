// @module-tag full
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { findBlock } from '../docs/shell-blocks.ts';
import { full } from '../full-run.ts';
import { makeOrigin } from './git-repository.ts';
import { fetchToken, send, start, writeSources } from './running-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';

async function makeSources(url?: string) {
  const sources = await writeSources(url);
  const origin = await makeOrigin(sources.root);
  const commit = await origin.push({});
  /** Changes a file, and pushes. */
  const change = async (file: string, edit: (text: string) => string) =>
    origin.push({ [file]: edit(await readFile(join(sources.root, file), 'utf8').catch(() => '')) });
  const secretsFolder = join(origin.folder, 'secrets');
  await mkdir(secretsFolder);
  const options = {
    root: origin.folder,
    plainHttp: true,
    stateFolder: join(origin.folder, 'state'),
    source: {
      kind: 'git',
      remote: parseGitRemote(`git+${origin.bare}#main`, '/'),
      configFile: 'gateway.config.yaml',
      secretsFolder,
      pollMs: 60_000,
    },
  } as const;
  return { ...origin, commit, change, secretsFolder, options };
}

async function serve(pollMs = 60_000) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await makeSources(upstream.url);
  const source = { ...sources.options.source, pollMs };
  const gateway = await start({ ...sources.options, source });
  const token = await fetchToken(gateway.gatewayUrl);
  const call = async (path = '/dog_park/v1/dogs') =>
    (await send(`${gateway.gatewayUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const status = async () => (await send(`${gateway.adminUrl}/status`)).json;
  return { ...sources, ...gateway, call, status };
}

describe('a gateway that serves a branch', () => {
  test('takes in a new commit by itself, and says which one it serves', async () => {
    const { bare, commit, change, events, call, sees, status } = await serve(200);
    expect(events[0]).toMatchObject({ type: 'loaded', commit });
    expect(await status()).toMatchObject({
      source: { url: bare, branch: 'main', commit, lastError: null },
    });
    const shown = JSON.parse(findBlock('docs/deployment.md: { "source": {').text) as { source: object };
    expect(Object.keys((await status()) as object)).toContain('source');
    expect(Object.keys(((await status()) as typeof shown).source)).toEqual(Object.keys(shown.source));
    expect(await call()).toBe(200);
    const next = await change('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
    expect(await sees('reloaded')).toMatchObject({ commit: next });
    expect([await call(), await call('/dog_park/v1/cats')]).toEqual([404, 200]);
    expect(await status()).toMatchObject({ source: { commit: next } });
  });

  test('goes on with the commit before one that does not compile', full, async () => {
    const { commit, change, call, reload, sees, status } = await serve();
    const broken = await change(api, (text) => text.replace('published', 'publshed'));
    reload();
    const message = `Commit ${broken} of main cannot be served. The sources have 1 error.`;
    expect(await sees('reload-failed')).toMatchObject({
      message,
      diagnostics: [{ code: 'invalid-value', at: { file: api } }],
    });
    expect(await call()).toBe(200);
    expect(await status()).toMatchObject({ source: { commit }, lastError: { message } });
    const mended = await change(api, (text) => text.replace('publshed', 'blocked'));
    reload();
    await sees('reloaded');
    expect(await call()).toBe(503);
    expect(await status()).toMatchObject({ source: { commit: mended }, lastError: null });
  });

  test('names a commit that changes nothing', full, async () => {
    const { change, reload, sees, status } = await serve();
    const next = await change('notes.md', () => 'Notes.\n');
    reload();
    expect(await sees('unchanged')).toEqual({ type: 'unchanged', commit: next });
    expect(await status()).toMatchObject({ source: { commit: next } });
  });

  test('reads secret files from a folder of this machine, and again when they change', full, async () => {
    const { secretsFolder, change, sees, reload, commit, status } = await serve();
    const next = await change(api, (text) =>
      text.replace(/(url: http:[^ \n}]+)/, '$1, auth: { header: { name: X-Key, value: { fromFile: key } } }'),
    );
    reload();
    expect(await sees('reload-failed')).toMatchObject({
      message: expect.stringContaining(`Commit ${next} cannot be served. The secret file key cannot be read`),
    });
    expect(await status()).toMatchObject({ source: { commit } });
    await writeFile(join(secretsFolder, 'key'), 'a-secret');
    await sees('reloaded');
    await writeFile(join(secretsFolder, 'key'), 'another-secret');
    await sees('reloaded', 2);
    expect(await status()).toMatchObject({ source: { commit: next }, lastError: null });
  });

  test('starts on a broken commit with the last good table, and without its server', full, async () => {
    const { options, bare, work, folder, change } = await makeSources();
    const good = await readFile(join(work, api), 'utf8');
    const first = await start(options);
    await first.close();
    const broken = await change(api, () => 'kind: Api\n');
    const second = await start(options);
    expect(second.events[0]).toMatchObject({
      type: 'last-good',
      message: expect.stringContaining(`Commit ${broken} of main cannot be served.`),
    });
    expect((await send(`${second.adminUrl}/status`)).json).toMatchObject({ source: { commit: null } });
    await second.close();
    const mended = await change(api, () => good);
    const third = await start(options);
    await third.close();
    await rename(bare, join(folder, 'gone.git'));
    const fourth = await start(options);
    expect(fourth.events.map(({ type }) => type)).toEqual(['warning', 'loaded', 'listening']);
    expect((await send(`${fourth.adminUrl}/status`)).json).toMatchObject({
      source: { commit: mended, checkedAt: null, lastError: expect.stringContaining('cannot be read') },
    });
  });

  test('does not start where there is nothing to serve', full, async () => {
    const { options, bare } = await makeSources();
    await rm(bare, { recursive: true });
    const message = `${bare} cannot be read: '${bare}' does not appear to be a git repository.`;
    const failure = { message, diagnostics: [] };
    await expect(start(options)).rejects.toEqual(new StartupError(message, failure));
  });

  test('follows no link out of the repository', full, async () => {
    const { options, work, folder, push } = await makeSources();
    await mkdir(join(folder, 'outside'));
    await rename(join(work, api), join(folder, 'outside/api.yaml'));
    await symlink(join(folder, 'outside/api.yaml'), join(work, api));
    await push({});
    await expect(start(options)).rejects.toMatchObject({
      failure: { diagnostics: [{ code: 'file-unreadable', at: { file: api } }, {}] },
    });
    await symlink(folder, join(work, 'up'));
    const commit = await push({});
    const source = { ...options.source, configFile: 'up/work/gateway.config.yaml' };
    await expect(start({ ...options, source })).rejects.toThrow(
      `Commit ${commit} of main has no file up/work/gateway.config.yaml of its own: set the path of its configuration with --config.`,
    );
  });

  test('may have its configuration in a folder of the repository', full, async () => {
    const { options, work, push } = await makeSources();
    await mkdir(join(work, 'deep/er'), { recursive: true });
    for (const name of ['apis', 'applications', 'tiers.yaml', 'gateway.config.yaml'])
      await rename(join(work, name), join(work, 'deep/er', name));
    const commit = await push({});
    const source = { ...options.source, configFile: 'deep/er/gateway.config.yaml' };
    const { events } = await start({ ...options, source });
    expect(events[0]).toMatchObject({ type: 'loaded', commit });
  });
});
