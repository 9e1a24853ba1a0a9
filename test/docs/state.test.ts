// @module-tag full
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, writeSources } from '../serve/running-gateway.ts';
import { paste } from './paste.ts';
import { findBlock } from './shell-blocks.ts';

test('a state is backed up and restored as docs/state.md shows', async () => {
  const { root } = await writeSources();
  const gateway = await start({ root, plainHttp: true });
  const here = (text: string) =>
    text
      .replaceAll('/backup/gateway-monday', join(root, 'backups/monday'))
      .replaceAll('/srv/gateway/.gatewright', join(root, '.gatewright'));
  const run = ({ text }: { readonly text: string }) => paste(here(text), root);
  const restore = findBlock('docs/state.md: gatewright state restore');
  // Without TLS, the gateway has no certificates to back up.
  const without = (text: string) =>
    here(text).replace(', and the TLS certificates', '').replace('database, the', 'database and the');
  expect(await run(findBlock('docs/state.md: gatewright state backup'))).toEqual({
    code: 0,
    said: without(findBlock('docs/state.md: Backed up').text),
  });
  expect(await run(restore)).toEqual({
    code: 2,
    said: here(findBlock('docs/state.md: error: The state folder').text),
  });
  await gateway.close();
  expect(await run(restore)).toEqual({
    code: 0,
    said: without(findBlock('docs/state.md: Restored').text),
  });
});
