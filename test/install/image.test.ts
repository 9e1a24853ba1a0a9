// @module-tag full
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.ts';
import { type Instruction, readDockerfile } from '../deploy/read-dockerfile.ts';
import { goodFirstDay, walkFirstDay } from './walk-first-day.ts';

const run = promisify(execFile);
let folder: TemporaryFolder;

/** A path of the image, in the folder that stands for its root. */
const at = (path: string) => join(folder.path, path);

/** Runs the instructions that make files by hand: COPY and RUN of both stages, without Debian's packages and owners. */
beforeAll(async () => {
  folder = await temporaryFolder({
    'build/x': '',
    'opt/gatewright/x': '',
    'usr/local/bin/x': '',
    'var/lib/x': '',
  });
  for (const instruction of readDockerfile(await readFile('deploy/Dockerfile', 'utf8'))) {
    if (instruction.name === 'COPY') await copy(instruction);
    if (instruction.name === 'RUN' && !instruction.value.startsWith('apt-get')) await runByHand(instruction);
  }
}, 600_000);

afterAll(() => folder[Symbol.asyncDispose]());

async function copy({ value }: Instruction): Promise<void> {
  const words = value.split(' ');
  const isFromBuild = words[0] === '--from=build';
  const sources = words.slice(isFromBuild ? 1 : 0, -1);
  const target = words.at(-1) ?? '';
  for (const source of sources) {
    const path = target.endsWith('/') ? join(target, source.split('/').at(-1) ?? '') : target;
    const from = isFromBuild ? at(source) : source;
    await cp(from, isFromBuild ? at(path) : at(join('build', path)), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

async function runByHand({ value }: Instruction): Promise<void> {
  const command = value
    .replaceAll(/(?<=[ ^])\/(?=opt|usr|var)/g, `${folder.path}/`)
    .replace('-o node -g node ', '');
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  await run('bash', ['--norc', '-euc', command], { cwd: at('build'), env });
}

test('what the image contains: init → lint → run → token → call, as a user who may write nowhere else', async () => {
  await chmod(folder.path, 0o755);
  await mkdir(at('srv'));
  expect(await readlink(at('usr/local/bin/gatewright'))).toBe(at('opt/gatewright/entry/gatewright.js'));
  const program = [process.execPath, at('usr/local/bin/gatewright')] as const;
  if (process.getuid?.() !== 0) {
    expect(await walkFirstDay(program, at('srv'))).toEqual(goodFirstDay);
    return;
  }
  await run('chown', ['1000:1000', at('srv')]);
  const user = ['--reuid=1000', '--regid=1000', '--clear-groups', ...program];
  expect(await walkFirstDay(['setpriv', ...user], at('srv'))).toEqual(goodFirstDay);
}, 120_000);
