// @module-tag full
import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main } from '../run-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

function isMissing(shell: string): boolean {
  return spawnSync(shell, ['--version']).error !== undefined;
}

/** What each shell proposes for a line that ends where the cursor is, sorted; without summaries. */
const shells: Readonly<Record<string, (line: string) => readonly string[]>> = {
  bash: (line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const complete = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _gatewright`;
    // The bash of macOS has no mapfile.
    return [
      '--norc',
      '-c',
      `enable -n mapfile readarray; eval "$(<completion)"; ${complete}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ];
  },
  // The functions that show proposals are replaced by ones that print them, since zsh shows them only in its line editor.
  zsh: (line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const shown =
      'compdef() { :; }; _files() { printf "%s\\n" *; }; _describe() { print -rl -- "${(@)${(P)2}%%:*}"; }';
    const complete = `words=(${words.join(' ')}); CURRENT=${words.length}; _gatewright`;
    return ['-f', '-c', `${shown}; source ./completion; ${complete}`];
  },
  fish: (line) => ['--no-config', '-c', `source ./completion; complete -C '${line}'`],
};

async function propose(shell: string, folder: TemporaryFolder, line: string): Promise<readonly string[]> {
  const words = shells[shell]?.(line) ?? [];
  const bin = join(folder.path, '.bin');
  const env = { PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder.path };
  const options = {
    cwd: folder.path,
    env,
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  } as const;
  const { stdout, stderr, signal } = spawnSync(shell, words, options);
  expect({ stderr, signal }).toEqual({ stderr: '', signal: null });
  const last = line.slice(line.lastIndexOf(' ') + 1);
  const proposed = stdout.split('\n').map((proposal) => proposal.split('\t')[0] ?? '');
  return proposed.filter((word) => word !== '' && word.startsWith(last)).toSorted();
}

describe.each(['bash', 'zsh', 'fish'])('completion in %s', (shell) => {
  const skip = isMissing(shell);

  test.skipIf(skip)(`completes commands, options and files (skipped without ${shell})`, async () => {
    await using folder = await temporaryFolder({ 'openapi.yaml': '' });
    const { code, stdout } = await callGatewright(folder.path, ['completion', shell]);
    expect(code).toBe(0);
    await folder.write('completion', stdout);
    const at = (line: string) => propose(shell, folder, line);
    expect(await at('gatewright l')).toEqual(['lint', 'lsp']);
    expect(await at('gatewright keys ')).toEqual(['generate', 'list', 'rotate']);
    expect(await at('gatewright keys generate --ap')).toEqual(['--application']);
    expect(await at('gatewright lint --format json --fi')).toEqual(['--fix']);
    expect(await at('gatewright init --ci ')).toEqual(['gitea', 'github', 'gitlab']);
    expect(await at('gatewright plan --base main --format m')).toEqual(['markdown']);
    expect(await at('gatewright keys list --format ')).toEqual(['human', 'json']);
    expect(await at('gatewright run --log-format open')).toEqual([]);
    expect(await at('gatewright add api --from open')).toEqual(['openapi.yaml']);
    expect(await at('gatewright comment open')).toEqual(['openapi.yaml']);
    expect(await at('gatewright keys list open')).toEqual([]);
    expect(await at('gatewright users add open')).toEqual([]);
    expect(await at('gatewright report --owner open')).toEqual([]);
    expect(await at('gatewright completion b')).toEqual(['bash']);
    expect(await at('gatewright unknown l')).toEqual(['lint', 'lsp']);
    expect(await at('gatewright unknown keys l')).toEqual(['lint', 'lsp']);
    expect(await at('gatewright keys unknown l')).toEqual(['list']);
  });
});

const users = ['ada', 'grace.hopper'].map(
  (name) => `kind: User\nname: ${name}\npasswordDigest: "$argon2id$"\n`,
);

describe.each(['bash', 'zsh', 'fish'])('completion of declared names in %s', (shell) => {
  const skip = isMissing(shell);

  test.skipIf(skip)(`proposes them in place of files (skipped without ${shell})`, async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'users/staff.yaml': users.join('---\n') });
    const { stdout } = await callGatewright(folder.path, ['completion', shell]);
    await folder.write('completion', stdout);
    await folder.write('.bin/gatewright', `#!/bin/sh\nexec node ${main} "$@"\n`);
    await chmod(join(folder.path, '.bin/gatewright'), 0o755);
    const at = (line: string) => propose(shell, folder, line);
    expect(await at('gatewright add subscription --tier gold --api ')).toEqual(['DogPark/v1']);
    expect(await at('gatewright add subscription --api DogPark/')).toEqual(['DogPark/v1']);
    expect(await at('gatewright add subscription --tier g')).toEqual(['gold']);
    expect(await at('gatewright token --application ')).toEqual(['DogWalker']);
    expect(await at('gatewright compile --deployment ')).toEqual(['production', 'qa']);
    expect(await at('gatewright plan --deployment ')).toEqual(['all', 'production', 'qa']);
    expect(await at('gatewright plan --deployment a')).toEqual(['all']);
    expect(await at('gatewright explain path-pl')).toEqual(['path-plural']);
    expect(await at('gatewright users disable a')).toEqual(['ada']);
    expect(await at('gatewright users password g')).toEqual(['grace.hopper']);
    await folder.write('gateway.config.yaml', 'kind: [');
    expect(await at('gatewright token --application ')).toEqual([]);
  });
});

describe('gatewright completion --names', () => {
  const silent = { code: 0, stdout: '', stderr: '' };

  test('prints what is declared, also of a folder below, without reading OpenAPI documents', async () => {
    await using folder = await temporaryFolder({
      ...cleanSources,
      'apis/dog_park/v1/openapi.yaml': 'openapi: [',
      'tiers.yaml': `${cleanSources['tiers.yaml']}---\nkind: Tier\nname: "$(reboot)"\n---\nkind: Tier\nname: -x\n`,
    });
    await mkdir(join(folder.path, '.git'));
    const names = (kind: string, cwd = folder.path) => callGatewright(cwd, ['completion', '--names', kind]);
    expect(await names('api')).toEqual({ ...silent, stdout: 'DogPark/v1\n' });
    expect(await names('application', join(folder.path, 'apis'))).toEqual({
      ...silent,
      stdout: 'DogWalker\n',
    });
    expect(await names('tier')).toEqual({ ...silent, stdout: 'gold\n' });
    expect(await names('team')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: "team" is not a kind of names.\nhelp: The kinds are api, application, deployment, rule, tier, user.\n',
    });
  });

  test('prints nothing where nothing is declared', async () => {
    await using folder = await temporaryFolder({});
    expect(await callGatewright(folder.path, ['completion', '--names', 'api'])).toEqual(silent);
    await folder.write('gateway.config.yaml', 'kind: [');
    expect(await callGatewright(folder.path, ['completion', '--names', 'deployment'])).toEqual(silent);
  });

  test('prints the rules, for which nothing needs to be declared', async () => {
    await using folder = await temporaryFolder({});
    const { code, stdout } = await callGatewright(folder.path, ['completion', '--names', 'rule']);
    expect({ code, names: stdout.split('\n') }).toEqual({
      code: 0,
      names: expect.arrayContaining(['path-plural', 'api-identity-immutable']) as string[],
    });
  });
});

test('a shell is needed', async () => {
  expect(await callGatewright('/', ['completion'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: The argument SHELL is missing.\nhelp: The shells are bash, zsh and fish.\n',
  });
});

test('an unknown shell is refused', async () => {
  expect(await callGatewright('/', ['completion', 'tcsh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: Unknown shell "tcsh".\nhelp: The shells are bash, zsh and fish.\n',
  });
});
