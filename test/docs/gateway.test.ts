// @module-tag full
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { copyExamples } from '../examples/copy-examples.ts';
import { startDemo } from '../examples/run-demo.ts';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { ranOnGateway } from './covered-blocks.ts';
import { paste } from './paste.ts';
import { findBlock } from './shell-blocks.ts';

test('the lines that call a gateway get an answer from npm start', async () => {
  await using copy = await copyExamples(resolve(import.meta.dirname, '../..'));
  await using demo = await startDemo(copy.folder, 6);
  expect(demo.lines.length).toBe(6);
  const separator = '=====';
  await makeRepository(copy.folder);
  await commitAll(copy.folder);
  await git(copy.folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  const blocks = ranOnGateway.map(([beginning, , before = '']) => `${before}\n${findBlock(beginning).text}`);
  const lines = [...copy.ports].reduce(
    (text, [port, free]) => text.replaceAll(`:${port}`, `:${free}`),
    blocks.map((text) => `${text}\necho ${separator}`).join('\n'),
  );
  const { code, said } = await paste(lines, copy.folder);
  const printed = said.split(`${separator}\n`);
  expect({ code, printed: printed.slice(0, -1) }).toEqual({
    code: 0,
    printed: ranOnGateway.map(([, prints]) => expect.stringMatching(prints)),
  });
}, 180_000);
