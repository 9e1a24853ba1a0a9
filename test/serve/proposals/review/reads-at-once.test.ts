// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ada, eve } from '../engine-in-test.ts';
import { proposeSubscription } from './proposed-in-test.ts';

test('pages of proposals at once share at most two fetches', async () => {
  const { engine, folder, branch } = await proposeSubscription();
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const [logging, log] = [join(folder, 'logging'), join(folder, 'log')];
  await mkdir(logging);
  // Git is found first in this folder, and notes its commands.
  const program = `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`;
  await writeFile(join(logging, 'git'), program, { mode: 0o755 });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${logging}:${process.env['PATH'] ?? ''}`);
  const others = Array.from({ length: 7 }, (_, index) => engine.reviews.read(`proposals/${index}`, eve));
  const [page, ...unknown] = await Promise.all([engine.reviews.read(branch, ada), ...others]);
  expect(page).toMatchObject({ proposal: { branch, state: 'open' } });
  for (const one of unknown) expect(one).toMatchObject({ problem: 'proposal_unknown' });
  const fetches = (await readFile(log, 'utf8')).split('\n').filter((line) => / fetch /.test(line));
  // One may run when the others begin, which share another one.
  expect([1, 2]).toContain(fetches.length);
});
