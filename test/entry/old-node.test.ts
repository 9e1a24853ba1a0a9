import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { findOldNode } from './find-old-node.ts';

const old = findOldNode();
const sentence = `gatewright needs Node 24.12 or later, and this is Node ${old?.version}: install a newer Node.`;

describe.skipIf(!old)('on a Node that is too old (skipped where there is only a new one)', () => {
  const run = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(old?.file ?? '', words, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  test.each([['entry/gatewright.js', '--help'], ['entry/gatewright.js', 'lint'], ['entry/start.js']])(
    '%s %s says in one sentence which Node it needs',
    (...words) => {
      expect(run(...words)).toEqual({ status: 2, stdout: '', stderr: `error: ${sentence}\n` });
    },
  );

  test('the library throws the same sentence', () => {
    const program = "import('./entry/index.js').catch(({ message }) => console.log(message));";
    expect(run('--input-type=module', '--eval', program)).toEqual({
      status: 0,
      stdout: `${sentence}\n`,
      stderr: '',
    });
  });
});
