import { watchFolder } from '../platform/watch-folder.ts';
import { messageOf } from './message-of.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { RelevantFiles } from './relevant-files.ts';

/** Calls `changed` when relevant files change, until `opened` is disposed of; a table is not watched. */
export async function watchSource(
  { source, stateFolder, report }: GatewayOptions,
  relevant: RelevantFiles,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (source.kind === 'table') return;
  const watch = await watchFolder({
    folder: source.root,
    ignored: [stateFolder],
    isRelevant: (path) => relevant.has(path),
    changed,
    failed: (error) => report({ type: 'warning', message: `Changes may be missed: ${messageOf(error)}` }),
  });
  opened.defer(() => watch.close());
}
