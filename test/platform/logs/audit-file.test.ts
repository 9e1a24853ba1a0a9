import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../in-folder.ts';

const audited = fileURLToPath(new URL('../../../src/platform/logs/audit-file.ts', import.meta.url));

/** Writes two lines of 600 bytes where files may have 1024, and once more after what `meanwhile` does. */
async function appendBeyondLimit(meanwhile: string): Promise<readonly (readonly string[])[]> {
  const file = join(await makeTestFolder(), 'audit.jsonl');
  const script = `
    import { renameSync } from 'node:fs';
    import { AuditFile } from ${JSON.stringify(audited)};
    const file = ${JSON.stringify(file)};
    const lines = Buffer.from('a'.repeat(599) + '\\n' + 'b'.repeat(599) + '\\n');
    const log = new AuditFile(file);
    const failure = await log.append(lines).catch(({ code }) => code);
    if (failure !== 'EFBIG') throw new Error(failure);
    ${meanwhile}
    await log.append(lines);
    await log.close();
  `;
  const command = 'ulimit -f 2; exec "$0" --input-type=module -e "$1"';
  const child = spawnSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' });
  expect(child.stderr).toBe('');
  const texts = await Promise.all([file, `${file}.1`].map((path) => readFile(path, 'utf8')));
  return texts.map((text) => text.split('\n').map((line) => `${line.slice(0, 1)}${line.length}`));
}

test('a line that the disk took half of is whole in the file that follows', async () => {
  expect(await appendBeyondLimit("renameSync(file, file + '.1');")).toEqual([
    ['b599', '0'],
    ['a599', 'b424'],
  ]);
});
