import { join } from 'node:path';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';

// A process that opens as many state files of a folder as requested, and closes each before the next.

const [, , folder = '', count = ''] = process.argv;
for (let number = 0; number < Number(count); number += 1)
  await openSqliteStore(join(folder, `${number}.sqlite`), Date.now).close();
