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

const author = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.edu',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.edu',
};

test.each(ranOnSources.map((walk) => [walk.blocks.join(', '), walk] as const))(
  'the lines of %s run in a clone',
  async (_, { blocks, before = '', input, commits }) => {
    await using folder = await temporaryFolder({});
    await cloneExamples(folder.path);
    const shown = blocks.map((one) => findBlock(one).text).join('\n');
    const commit = '\ngit commit --quiet --all --message "Take the step"\n';
    const lines = commits ? shown.replaceAll('\n', commit) : shown;
    expect(await paste(`${before}\n${lines}`, folder.path, author, input)).toEqual({
      code: 0,
      said: expect.any(String) as string,
    });
  },
);
