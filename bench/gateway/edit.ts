import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';
import { statusOf } from './first-answer.ts';
import type { Project } from './project.ts';
import type { RunningServer } from './server-process.ts';

/** Changes one OpenAPI document again and again: each time the first API answers at another path. */
export interface Editor {
  /** Writes the file. */
  readonly write: () => void;
  /** Waits until the change shows, polling. Rejects if it does not. */
  readonly shows: (everyMilliseconds?: number) => Promise<void>;
}

const patienceMilliseconds = 120_000;

export function editFirstApi({ folder, repository }: Project, server: RunningServer, call: Call): Editor {
  const [api] = repository.apis;
  if (!api) throw new Error('There is no API.');
  const file = join(folder, api.folder, 'openapi.yaml');
  const original = readFileSync(file, 'utf8');
  let edits = 0;
  const resource = () => `/amended_pages_${edits}`;
  return {
    write: () => {
      edits += 1;
      const path = `  ${resource()}:\n    get:\n      responses:\n        '200': { description: A page. }\n`;
      writeFileSync(
        file,
        original.replace('\npaths:\n', (line) => line + path),
      );
    },
    shows: async (everyMilliseconds = 1) => {
      const path = `/${api.context}/${api.version}${resource()}`;
      const end = performance.now() + patienceMilliseconds;
      while ((await statusOf(server.origin, { ...call, path })) !== 200) {
        if (performance.now() > end) throw new Error('A change does not show.');
        await sleep(everyMilliseconds);
      }
    },
  };
}
