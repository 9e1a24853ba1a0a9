import { execFile } from 'node:child_process';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { type AtEnd, makeTestFolder } from './in-folder.ts';

const run = promisify(execFile);

/** Mounts a disk of 128 KiB until the end of the test; `atEnd` is needed where tests run beside each other; undefined if this user or system mounts none. */
export async function mountSmallDisk(atEnd: AtEnd = onTestFinished) {
  const path = await makeTestFolder(atEnd);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', path]);
  } catch {
    return undefined;
  }
  atEnd(async () => void (await run('umount', ['-l', path])));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  };
  return {
    path,
    write,
    makeReadOnly: () => run('mount', ['-o', 'remount,ro', path]),
    /** Takes what is left of it. */
    fill: () => fill(join(path, 'filler')),
  };
}

async function fill(file: string): Promise<void> {
  await using handle = await open(file, 'w');
  const block = Buffer.alloc(4096);
  for (;;) {
    try {
      await handle.write(block);
    } catch {
      return;
    }
  }
}
