// @module-tag full
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { ranOnSources } from './covered-blocks.ts';
import { paste } from './paste.ts';
import { findBlock } from './shell-blocks.ts';

/** A clone of the examples, with a document of its own and the branches that the pages name. */
async function cloneExamples(folder: string): Promise<void> {
  for (const name of ['gateway.config.yaml', 'examples', '.gitignore'])
    await cp(name, join(folder, name), { recursive: true });
  await cp('examples/apis/dog_park/v2/openapi.yaml', join(folder, 'openapi.yaml'));
  await makeRepository(folder);
  await commitAll(folder);
  for (const branch of ['main', 'feature'])
    await git(folder, 'update-ref', `refs/remotes/origin/${branch}`, 'HEAD');
}

test.each(ranOnSources.map((group) => [group.join(', '), group] as const))(
  'the lines of %s run in a clone',
  async (_, group) => {
    await using folder = await temporaryFolder({});
    await cloneExamples(folder.path);
    expect(await paste(group.map((one) => findBlock(one).text).join('\n'), folder.path)).toMatchObject({
      code: 0,
    });
  },
);
