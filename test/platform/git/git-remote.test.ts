import { describe, expect, test } from 'vitest';
import {
  environmentOf,
  GitRemoteError,
  parseGitRemote,
  withoutCredentials,
} from '#platform/git/git-remote.ts';

const read = (text: string) => parseGitRemote(text, '/srv/gateway');

describe('a git source', () => {
  test.each([
    ['git+https://git.example.edu/gateway.git#main', 'https://git.example.edu/gateway.git', 'https', 'main'],
    [
      'git+ssh://git@git.example.edu:2222/gateway.git#release/1.x',
      'ssh://git@git.example.edu:2222/gateway.git',
      'ssh',
      'release/1.x',
    ],
    ['git+git@git.example.edu:team/gateway.git#main', 'git@git.example.edu:team/gateway.git', 'ssh', 'main'],
    [
      'git+ci-bot@git.example.edu:/srv/gateway.git#main',
      'ci-bot@git.example.edu:/srv/gateway.git',
      'ssh',
      'main',
    ],
    ['git+file:///srv/gateway.git#main', 'file:///srv/gateway.git', 'file', 'main'],
    ['git+/srv/gateway.git#main', '/srv/gateway.git', 'file', 'main'],
    ['git+../gateway.git#main', '/srv/gateway.git', 'file', 'main'],
    ['git+http://localhost:3000/gateway.git#main', 'http://localhost:3000/gateway.git', 'http', 'main'],
  ])('%s is read', (text, url, protocol, branch) => {
    expect(read(text)).toEqual({ url, protocol, branch });
  });

  test.each([
    'https://git.example.edu/gateway.git#main',
    'git+https://git.example.edu/gateway.git',
    'git+#main',
    'git+https://git.example.edu/gateway.git#',
    'git+https://git.example.edu/gateway.git#--upload-pack=x',
    'git+https://git.example.edu/gateway.git#a..b',
    'git+https://git.example.edu/gateway.git#main:refs/heads/other',
    'git+https://git.example.edu/gateway.git#a#b c',
    'git+https://git.example.edu/gateway.git#*',
    'git+https://git.example.edu/gateway.git#main.lock',
    'git+https://git.example.edu/gateway.git?secret=s3cret#main',
    'git+http://git.example.edu/gateway.git#main',
    'git+http://u:s3cret@git.example.edu/gateway.git#main',
    'git+https://u:s3cret@[/gateway.git#main',
    'git+ext::sh -c s3cret#main',
    'git+git://git.example.edu/gateway.git#main',
  ])('%s is refused, and not repeated', (text) => {
    const refusal = (() => {
      try {
        return read(text);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(GitRemoteError);
    expect(String(refusal)).not.toContain('s3cret');
  });

  test('keeps its credentials out of the URL, and out of messages', () => {
    const remote = read('git+https://robot:s3cret%2F1@git.example.edu/gateway.git#main');
    expect(remote.url).toBe('https://git.example.edu/gateway.git');
    const told = "s3cret%2F1, s3cret/1, https://robot:x@git.example.edu/ and 'https://robot@elsewhere'";
    expect(withoutCredentials(told, remote)).toBe(
      "***, ***, https://***@git.example.edu/ and 'https://***@elsewhere'",
    );
    expect(environmentOf(remote, { GIT_CONFIG_COUNT: '2' })).toEqual({
      GIT_ALLOW_PROTOCOL: 'https',
      GATEWRIGHT_GIT_USERNAME: 'robot',
      GATEWRIGHT_GIT_PASSWORD: 's3cret/1',
      GIT_CONFIG_COUNT: '4',
      GIT_CONFIG_KEY_2: 'credential.https://git.example.edu.helper',
      GIT_CONFIG_VALUE_2: '',
      GIT_CONFIG_KEY_3: 'credential.https://git.example.edu.helper',
      GIT_CONFIG_VALUE_3: expect.stringContaining('GATEWRIGHT_GIT_PASSWORD'),
    });
  });

  test('may have a token in place of a name, and none for ssh', () => {
    const remote = read('git+https://s3cret@git.example.edu/gateway.git#main');
    expect(withoutCredentials('s3cret', remote)).toBe('***');
    expect(read('git+ssh://git:s3cret@git.example.edu/gateway.git#main')).toEqual({
      url: 'ssh://git@git.example.edu/gateway.git',
      protocol: 'ssh',
      branch: 'main',
    });
  });
});
