import { readFile } from 'node:fs/promises';
import { replaceFileAtomically } from '#platform/files/write-file-atomically.ts';

// Appends a number of lines to a file, a replacement each.
const [file = '', line = '', count = ''] = process.argv.slice(2);
for (let appended = 0; appended < Number(count);) {
  const before = await readFile(file, 'utf8');
  if (await replaceFileAtomically(file, before, `${before}${line}\n`)) appended += 1;
}
