import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callGatewright } from '../call-gatewright.ts';
import { startReviewHost, type HostKind, type HostSettings } from '../comment/review-host.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const marker = '<!-- gatewright-plan -->';
const files = {
  'plan.md': `${marker}\n## Plan\n\nOne change.\n`,
  'event.json': '{"number":7,"pull_request":{"number":7,"title":"$(id)"}}',
};

async function start(
  kind: HostKind,
  settings: HostSettings = {},
  more: Readonly<Record<string, string>> = {},
) {
  const folder = await temporaryFolder({ ...files, ...more });
  const host = await startReviewHost(kind, join(folder.path, 'event.json'), settings);
  const run = (words: readonly string[], env = {}) =>
    callGatewright(folder.path, ['comment', ...words], { ...host.env, ...env });
  const dispose = async () => {
    await host[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { folder, host, run, [Symbol.asyncDispose]: dispose };
}

const added = { code: 0, stdout: '', stderr: 'Added the comment.\n' };
const updated = { code: 0, stdout: '', stderr: 'Updated the comment.\n' };

describe.each<[HostKind, HostSettings, string, string]>([
  ['github', {}, 'github-actions[bot]', 'PATCH /repos/parks/gateway/issues/comments/1'],
  ['github', { user: 'parks-robot' }, 'parks-robot', 'PATCH /repos/parks/gateway/issues/comments/1'],
  ['gitea', {}, 'gitea-actions', 'PATCH /repos/parks/gateway/issues/comments/1'],
  ['gitea', { user: 'gitea-actions' }, 'gitea-actions', 'PATCH /repos/parks/gateway/issues/comments/1'],
  ['gitlab', { user: 'project_3_bot' }, 'project_3_bot', 'PUT /projects/3/merge_requests/7/notes/1'],
])('gatewright comment on %s, the token being of %j', (kind, settings, author, update) => {
  test('adds one comment, and writes over it from then on', async () => {
    await using started = await start(kind, settings);
    const { folder, host, run } = started;
    expect(await run(['plan.md'])).toEqual(added);
    expect(host.comments).toEqual([{ id: 1, author, body: files['plan.md'] }]);
    await folder.write('plan.md', `${marker}\nNothing changes.\n`);
    expect(await run(['plan.md'])).toEqual(updated);
    expect(host.comments).toEqual([{ id: 1, author, body: `${marker}\nNothing changes.\n` }]);
    expect(host.requests.at(-1)).toBe(update);
  });

  test('leaves alone what others wrote, though it begins as its own do', async () => {
    await using started = await start(kind, settings);
    const { host, run } = started;
    host.comments.push({ id: 1, author: 'mallory', body: files['plan.md'] });
    host.comments.push({ id: 2, author, body: `As I said: ${marker}` });
    expect(await run(['plan.md'])).toEqual(added);
    expect(host.comments.map(({ body }) => body)).toEqual([
      files['plan.md'],
      `As I said: ${marker}`,
      files['plan.md'],
    ]);
  });

  test('finds its comment behind hundreds of others', async () => {
    await using started = await start(kind, settings);
    const { host, run } = started;
    for (let id = 1; id <= 200; id += 1) host.comments.push({ id, author: 'ada', body: 'Yes.' });
    host.comments.push({ id: 201, author, body: `${marker}\nold` });
    expect(await run(['plan.md'])).toEqual(updated);
    expect(host.comments.length).toBe(201);
    expect(host.comments[200]?.body).toBe(files['plan.md']);
  });

  test('adds its comment behind hundreds of others', async () => {
    await using started = await start(kind, settings);
    const { host, run } = started;
    for (let id = 1; id <= 200; id += 1) host.comments.push({ id, author: 'ada', body: 'Yes.' });
    expect(await run(['plan.md'])).toEqual(added);
    expect(host.comments.slice(200)).toEqual([{ id: 201, author, body: files['plan.md'] }]);
  });

  test('keeps comments of several names apart', async () => {
    await using started = await start(kind, settings);
    const { host, run } = started;
    expect(await run(['plan.md'])).toEqual(added);
    expect(await run(['plan.md', '--name', 'qa'])).toEqual(added);
    expect(await run(['plan.md', '--name', 'qa'])).toEqual(updated);
    expect(host.comments.map(({ body }) => body)).toEqual([
      files['plan.md'],
      `<!-- gatewright-plan qa -->\n\n\`qa\`\n\n${files['plan.md']}`,
    ]);
  });

  test('lets no older plan pass for one that could not be made', async () => {
    await using started = await start(kind, settings);
    const { host, run } = started;
    const none = `${marker}\nThe last push could not be planned; see the log of its pipeline.\n`;
    for (const word of ['Added', 'Updated']) {
      expect(await run(['gone.md'])).toEqual({
        code: 2,
        stdout: '',
        stderr: `${word} the comment.\nerror: The file gone.md does not exist.\n`,
      });
      expect(host.comments.map(({ body }) => body)).toEqual([none]);
      await run(['plan.md']);
    }
    expect(host.comments.map(({ body }) => body)).toEqual([files['plan.md']]);
  });

  test('is content where the token may not write', async () => {
    await using started = await start(kind, { ...settings, isReadOnly: true });
    expect(await started.run(['plan.md'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The token may not comment here, as in a pipeline for a fork, so nothing was written.\n',
    });
  });

  test('shows nobody the token', async () => {
    await using started = await start(kind, settings);
    const { run, host } = started;
    const refused = await run(['plan.md'], { GITHUB_TOKEN: 'wr0ng', GITLAB_TOKEN: 'wr0ng' });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error: Git(Hub|ea|Lab) answered 401 to GET \/user: Bad credentials\.\nhelp: Check/,
    );
    for (const token of ['s3cret\nmore', 's3cret\u{200b}']) {
      expect(await run(['plan.md'], { GITHUB_TOKEN: token, GITLAB_TOKEN: token })).toEqual({
        code: 2,
        stdout: '',
        stderr: `error: ${kind === 'gitlab' ? 'GITLAB' : 'GITHUB'}_TOKEN holds characters that no token has.\nhelp: Set it to the token alone.\n`,
      });
    }
    expect(await run(['plan.md'], { GITHUB_TOKEN: 's3cret\n', GITLAB_TOKEN: 's3cret\n' })).toEqual(added);
    await host[Symbol.asyncDispose]();
    const unreachable = await run(['plan.md']);
    expect(unreachable.stderr).toMatch(
      /^error: Git(Hub|ea|Lab) cannot be reached at http:\S+: ECONNREFUSED\.\n$/,
    );
  });
});

test('a line of a plan is not a command for GitLab', async () => {
  const text = `${marker}\n/merge\n  /assign @mallory\n| /dogs |\n`;
  await using started = await start('gitlab', { user: 'bot' }, { 'plan.md': text });
  await started.run(['plan.md']);
  expect(started.host.comments[0]?.body).toBe(`${marker}\n\\/merge\n  \\/assign @mallory\n| /dogs |\n`);
});

describe('gatewright comment does not run', () => {
  test.each<[string, HostKind, readonly string[], object, number, string]>([
    [
      'without a token',
      'github',
      ['plan.md'],
      { GITHUB_TOKEN: '' },
      0,
      'GITHUB_TOKEN is not set, so nothing was written.\n',
    ],
    [
      'without a token',
      'gitlab',
      ['plan.md'],
      { GITLAB_TOKEN: '' },
      0,
      'GITLAB_TOKEN is not set, so nothing was written.\n',
    ],
    [
      'outside of a pipeline',
      'github',
      ['plan.md'],
      { GITHUB_ACTIONS: undefined },
      2,
      'error: This is not a pipeline of GitHub, Gitea or GitLab.\nhelp: Run it in one for a pull request.\n',
    ],
    [
      'for a push',
      'github',
      ['plan.md'],
      { GITHUB_EVENT_PATH: '/dev/null' },
      2,
      'error: This workflow does not run for a pull request.\nhelp: Run it in a workflow for the event pull_request.\n',
    ],
    [
      'for a push',
      'gitlab',
      ['plan.md'],
      { CI_MERGE_REQUEST_IID: undefined },
      2,
      'error: This pipeline does not run for a merge request.\nhelp: Run it in a job with the rule `if: $CI_PIPELINE_SOURCE == "merge_request_event"`.\n',
    ],
    [
      'for a name that would end the marker',
      'github',
      ['plan.md', '--name', 'x --> y'],
      {},
      2,
      'error: --name takes letters, digits, dots, hyphens and underscores.\n',
    ],
  ])('%s of %s', async (_, kind, words, env, code, stderr) => {
    await using started = await start(kind, { user: 'bot' });
    expect(await started.run(words, env)).toEqual({ code, stdout: '', stderr });
    expect(started.host.requests).toEqual([]);
  });

  test('with what is not a plan, as a file with secrets that a pull request has linked to', async () => {
    await using started = await start('github', {}, { config: 'AUTHORIZATION: basic c2VjcmV0\n' });
    await symlink('config', join(started.folder.path, 'linked.md'));
    expect(await started.run(['linked.md'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: linked.md does not contain a plan.\nhelp: Write one with `gatewright plan --format markdown=FILE`.\n',
    });
    expect(started.host.comments).toEqual([]);
  });

  test('and shows no password of a proxy before the host', async () => {
    await using started = await start('github');
    const api = started.host.url.replace('http://', 'http://ada:passw0rd@');
    const { code, stderr } = await started.run(['plan.md'], { GITHUB_API_URL: api });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: GitHub cannot be reached at ${started.host.url}: the request cannot be sent.\n`,
    });
  });

  test('with a plan that is too long', async () => {
    await using started = await start('github', {}, { 'plan.md': `${marker}${'x'.repeat(70_000)}` });
    expect(await started.run(['plan.md'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: GitHub answered 422 to POST /repos/parks/gateway/issues/7/comments: Body is too long.\n',
    });
  });
});
