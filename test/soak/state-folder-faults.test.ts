import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { readTable } from '#compiled/table.ts';
import { openScriptedUpstream } from '../runtime/gateway/faults/scripted-upstream.ts';
import { definitionWith, startProcess, type RunningProcess } from './running-process.ts';

/** How often the gateway is killed in the middle of a reload. */
const kills = 20;

const canMount = process.getuid?.() === 0 && process.platform === 'linux' && triesToMount();
const whyNot = canMount ? '' : ' (skipped: a small file system can be mounted by root on Linux alone)';

function triesToMount(): boolean {
  try {
    const options = ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt'];
    execFileSync('unshare', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const lastGoodName = /^last-good\.production\.[0-9a-f]{12}\.json$/;
const warning = /warning: The last good table cannot be kept in \S+: (.*)/g;

async function open(prepare?: (root: string) => void) {
  const upstream = await openScriptedUpstream({});
  const gateway = await startProcess(upstream.url, prepare);
  onTestFinished(async () => {
    // For any mounts on it, of any number.
    if (prepare)
      execFileSync('sh', ['-c', 'while umount -l .gatewright; do :; done'], {
        cwd: gateway.root,
        stdio: 'ignore',
      });
    await gateway[Symbol.asyncDispose]();
    await upstream.close();
  });
  return gateway;
}

/** Writes a different definition for each round, and waits until it serves. */
async function reload(gateway: RunningProcess, round: number): Promise<void> {
  await gateway.write('apis/dog_park/openapi.yaml', definitionWith(round));
  const path = `/dog_park/v1/walks_${round}`;
  await eventually(async () => expect(await gateway.call('GET', path)).toBe('200 ok'), { timeout: 30_000 });
}

/** The table that is kept; throws if it is incomplete. */
async function readKept({ root }: RunningProcess) {
  const folder = join(root, '.gatewright');
  const [name = ''] = (await readdir(folder)).filter((file) => lastGoodName.test(file));
  return readTable(await readFile(join(folder, name), 'utf8'));
}

async function keeps(gateway: RunningProcess, round: number): Promise<void> {
  const kept = async () => JSON.stringify([...(await readKept(gateway)).apis.values()]);
  await eventually(async () => expect(await kept()).toContain(`walks_${round}`), { timeout: 30_000 });
}

function mountState(root: string): void {
  const folder = join(root, '.gatewright');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', folder]);
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

test.skipIf(whyNot)(
  `a full disk, and one that cannot be written to, cost a warning each${whyNot}`,
  async () => {
    const gateway = await open(mountState);
    await keeps(gateway, 0);
    const folder = join(gateway.root, '.gatewright');
    const filler = join(folder, 'filler');
    const files = async () => (await readdir(folder)).filter((name) => name.startsWith('last-good'));
    const told = () => [...gateway.said().matchAll(warning)].map(([, reason]) => reason);

    await writeFile(filler, Buffer.alloc(2_000_000)).catch(() => undefined);
    await reload(gateway, 1);
    await eventually(() => expect(told()).toEqual(['the disk is full.']));
    await keeps(gateway, 0);
    expect(await files()).toEqual([expect.stringMatching(lastGoodName)]);

    await rm(filler);
    await reload(gateway, 2);
    await keeps(gateway, 2);

    // Open files prevent a file system from becoming read-only, so another one is put in front of it.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', folder]);
    await reload(gateway, 3);
    await eventually(() => expect(told()).toEqual([expect.anything(), 'the file system is read-only.']));
    unmount(folder);
    await keeps(gateway, 2);
    await reload(gateway, 4);
    await keeps(gateway, 4);
    expect(await files()).toEqual([expect.stringMatching(lastGoodName)]);
    expect(told()).toHaveLength(2);
  },
);

test(`${kills} kills in the middle of a reload leave a last good table that is whole`, async () => {
  const gateway = await open();
  await keeps(gateway, 0);
  for (let round = 1; round <= kills; round += 1) {
    await gateway.write('apis/dog_park/openapi.yaml', definitionWith(round));
    await delay(Math.random() * 250);
    await gateway.kill();
    const kept = JSON.stringify([...(await readKept(gateway)).apis.values()]);
    expect(kept).toMatch(new RegExp(`walks_(${round - 1}|${round})"`));
    // Broken sources, so that the last good table is served.
    await gateway.write('apis/dog_park/openapi.yaml', 'openapi: {');
    await gateway.start();
    expect(await gateway.call('GET', '/dog_park/v1/dogs')).toBe('200 ok');
    await reload(gateway, round);
    await keeps(gateway, round);
  }
});
