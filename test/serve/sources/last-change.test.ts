// @module-tag full
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { eventually } from '../../eventually.ts';
import { git, gitAt } from '../../platform/git-in-test.ts';
import { makeOrigin } from '../git-repository.ts';
import { start, writeSources } from '../running-gateway.ts';

const dogs = 'apis/dog_park/v1/api.yaml';
const contract = 'apis/dog_park/v1/openapi.yaml';
const schemas = 'apis/dog_park/v1/schemas.yaml';
const guide = 'apis/dog_park/v1/guide.md';

const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

/** The sources in a folder of a repository, whose document is in two files, and a gateway that serves its branch. */
async function serve(workers: number, isOnBranch: boolean) {
  const sources = await writeSources();
  const origin = await makeOrigin();
  const folder = join(origin.work, 'gateway');
  await cp(sources.root, folder, { recursive: true });
  const edit = async (file: string, change: (text: string) => string) => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, change(await readFile(path, 'utf8').catch(() => '')));
  };
  /** Commits all changes at noon of a day, and pushes them. */
  const push = async (day: string) => {
    await git(origin.work, 'add', '--all');
    await gitAt(secondsOf(day), origin.work, 'commit', '--quiet', '--allow-empty', '--message', 'change');
    await git(origin.work, 'push', '--quiet', origin.bare, 'HEAD:refs/heads/main');
  };
  await edit('gateway.config.yaml', (text) => `${text}store: {}\nreload: { isolate: true }\n`);
  await edit(schemas, () => 'NewName: { type: string }\n');
  await edit(contract, (text) =>
    text.replace(/^( *)NewDog:$/m, "$1NewName: { $ref: './schemas.yaml#/NewName' }\n$&"),
  );
  await edit(guide, () => '# First steps\n');
  await edit(dogs, (text) => text.replace(/^definition: .*$/m, '$&\nguides: [guide.md]'));
  for (const file of [dogs, contract, 'apis/dog_park/v1/subscriptions.yaml'])
    await edit(file.replace('dog_park', 'cat_park'), () =>
      (cleanSources[file] ?? '').replace('DogPark', 'CatPark').replace('/dog_park', '/cat_park'),
    );
  await push('2026-01-01');
  const source = {
    kind: 'git',
    remote: parseGitRemote(`git+${origin.bare}#main`, '/'),
    configFile: 'gateway/gateway.config.yaml',
    secretsFolder: origin.folder,
    pollMs: 200,
  } as const;
  const gateway = await start({
    root: folder,
    plainHttp: true,
    workers,
    stateFolder: join(origin.folder, 'state'),
    ...(isOnBranch && { source }),
  });
  const read = async (context: string) => {
    const answer = await fetch(`${gateway.gatewayUrl}/store/apis/${context}/v1.md`);
    return /Last changed\W+(.*)/.exec(await answer.text())?.[1];
  };
  return { ...gateway, edit, push, read };
}

const api = { dogs: 'dog_park', cats: 'cat_park' } as const;

/** Waits for what the pages show, which may be ten seconds old. */
const shows = (read: (context: string) => Promise<string | undefined>, expected: object) =>
  eventually(
    async () => expect({ dogs: await read(api.dogs), cats: await read(api.cats) }).toEqual(expected),
    40_000,
  );

async function changeBoth({ edit, push, read }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  await shows(read, { dogs: '1 January 2026', cats: '1 January 2026' });
  await edit(schemas, () => 'NewName: { type: string, maxLength: 9 }\n');
  await push('2026-02-01');
  await edit('apis/cat_park/v1/openapi.yaml', (text) => text.replace('Lists the dogs', 'Lists the cats'));
  await push('2026-03-01');
  await shows(read, { dogs: '1 February 2026', cats: '1 March 2026' });
}

test('a store with two threads shows when the files of a version changed', async () => {
  await changeBoth(await serve(2, true));
});

test('a store shows when the files of a version that is served changed', async () => {
  const gateway = await serve(1, true);
  const { edit, push, read, sees, events } = gateway;
  await changeBoth(gateway);
  await edit(guide, (text) => `${text}\nSend a request.\n`);
  await push('2026-04-01');
  // Neither a subscription nor a file that no API refers to is a change of the API.
  await edit('apis/dog_park/v1/subscriptions.yaml', (text) => `${text}# approved\n`);
  await edit('apis/dog_park/v1/notes.md', () => 'Notes.\n');
  await push('2026-05-01');
  await shows(read, { dogs: '1 April 2026', cats: '1 March 2026' });
  // What is served of a version that is held back is older than its files.
  await edit(dogs, (text) => `${text}contexxt: [\n`);
  await push('2026-06-01');
  await sees('held-back');
  await shows(read, { dogs: undefined, cats: '1 March 2026' });
  // A commit that is not in the past has a wrong date.
  await edit(dogs, (text) => text.replace('contexxt: [\n', ''));
  await push('2286-01-01');
  await edit('apis/cat_park/v1/openapi.yaml', (text) => text.replace('Lists the cats', 'Lists all cats'));
  await push('2026-07-01');
  await shows(read, { dogs: undefined, cats: '1 July 2026' });
  expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
});

test('a store without the history of its sources shows no date', async () => {
  const { read } = await serve(1, false);
  expect([await read(api.dogs), await read(api.cats)]).toEqual([undefined, undefined]);
});
