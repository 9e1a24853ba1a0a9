import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backends } from '../../examples/backends/start-backends.ts';
import { startResourceServer } from '../../examples/backends/http/resource-server.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import type { AtEnd } from '../platform/in-folder.ts';
import { git } from '../platform/git-in-test.ts';
import { makeOrigin } from '../serve/git-repository.ts';
import { start } from '../serve/running-gateway.ts';

const root = resolve(import.meta.dirname, '../..');

/** The example users, whose passwords are public. */
export const passwords = readPasswords();

async function readPasswords(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(root, 'examples/demo-credentials.json'), 'utf8');
  const { users } = JSON.parse(text) as { users: Record<string, { password: string }> };
  return Object.fromEntries(Object.entries(users).map(([name, { password }]) => [name, password]));
}

/** A gateway that serves the example repository from a bare repository, to which its store pushes proposals. */
export async function openExampleStore(atEnd: AtEnd) {
  const origin = await makeOrigin(undefined, atEnd);
  await copyExamples(origin.work, origin.bare, atEnd);
  await origin.push({});
  const remote = parseGitRemote(`git+${origin.bare}#main`, '/');
  const source = { kind: 'git', remote, configFile: 'gateway.config.yaml', pollMs: 200 } as const;
  const gateway = await start(
    {
      root: origin.folder,
      stateFolder: join(origin.folder, 'state'),
      source: { ...source, secretsFolder: origin.folder },
    },
    atEnd,
  );
  /** What the bare repository runs at each push; a text on its standard error refuses the push with it. */
  const setHook = (script: string) =>
    writeFile(join(origin.bare, 'hooks/pre-receive'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  /**
   * Merges a branch as a reviewer does, and waits until the gateway serves the merge: `unchanged` if that changes nothing
   * in the table.
   */
  const merge = async (branch: string, event: 'reloaded' | 'unchanged' = 'reloaded') => {
    const seen = gateway.events.filter(({ type }) => type === event).length;
    await mergeInto(origin, branch);
    await gateway.sees(event, seen + 1);
  };
  const branches = async () => {
    const names = await git(origin.bare, 'for-each-ref', '--format=%(refname:short)', 'refs/heads');
    return names.split('\n').filter((name) => name !== 'main');
  };
  const listening = await gateway.sees('listening');
  const { origin: url } = new URL((listening.type === 'listening' && listening.storeUrl) || '');
  return { ...gateway, url, origin, setHook, merge, branches };
}

interface Origin {
  readonly bare: string;
  readonly work: string;
}

async function mergeInto({ bare, work }: Origin, branch: string): Promise<void> {
  await git(work, 'fetch', '--quiet', bare, `+refs/heads/${branch}:refs/remotes/proposal`);
  await git(work, 'merge', '--quiet', '--no-edit', 'refs/remotes/proposal');
  await git(work, 'push', '--quiet', bare, 'HEAD:refs/heads/main', `:refs/heads/${branch}`);
}

/** The declarations of the examples, with backends on free ports and the store's proposals pushed to `bare`. */
export async function copyExamples(folder: string, bare: string, atEnd: AtEnd): Promise<void> {
  for (const part of ['gateway.config.yaml', 'examples', 'schemas'])
    await cp(join(root, part), join(folder, part), { recursive: true, filter: isDeclaration });
  await edit(join(folder, 'gateway.config.yaml'), (text) => withStore(text, bare));
  await writeFile(join(folder, 'first-call.md'), guide);
  for (const [api, backend] of Object.entries(backends)) {
    const file = join(folder, fileOf(api));
    for (const keySet of ['production', 'sandbox'] satisfies KeySetName[]) {
      const server = await startResourceServer(backend(keySet), 0);
      atEnd(() => server.close());
      await edit(file, (text) => text.replace(new RegExp(`(${keySet}: \\{ url: )[^ ]+`), `$1${server.url}`));
    }
  }
}

function isDeclaration(file: string): boolean {
  return !/(?:\.(?:ts|png)|README\.md)$/.test(file);
}

function fileOf(api: string): string {
  const [name = '', version = ''] = api.split('/');
  const context = name.replace(/(?<=.)([A-Z])/g, '_$1').toLowerCase();
  return `examples/apis/${context}/${version}/api.yaml`;
}

function withStore(config: string, bare: string): string {
  const withoutStore = config.replace(/^store:.*\n(?: .*\n)*/m, '');
  return `${withoutStore}
store:
  title: Example APIs
  guides: [first-call.md]
  proposals: { remote: ${bare} }
`;
}

/** A guide of the organisation, with what Markdown can contain. */
const guide = `# The first call

Register an *application*, and **wait** for its [keys](#keys).

## Keys

1. Keep the secret in \`TOKEN\`.
2. Send it:
   - in a header
   - in no address

## Tables

| status | meaning |
| ------ | ------- |
| 200    | done    |

> Ask the owner.

\`\`\`sh
curl --header "Authorization: Bearer $TOKEN" https://gateway.example.edu/dog_park/v2/dogs?limit=100&sort=name&breed=spaniel
\`\`\`
`;

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}
