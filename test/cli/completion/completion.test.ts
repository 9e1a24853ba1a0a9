import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { callGatewright } from '../call-gatewright.ts';
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
  const env = { PATH: process.env['PATH'], HOME: folder.path };
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
    expect(await at('gatewright unknown l')).toEqual(['lint', 'lsp']);
    expect(await at('gatewright unknown keys l')).toEqual(['lint', 'lsp']);
    expect(await at('gatewright keys unknown l')).toEqual(['list']);
  });
});

test('an unknown shell is refused', async () => {
  expect(await callGatewright('/', ['completion', 'tcsh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: Unknown shell "tcsh".\nhelp: The shells are bash, zsh and fish.\n',
  });
});
