import { watchFolder } from '../platform/watch-folder.ts';
import { messageOf } from './message-of.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Calls `changed` when files of the sources change, until `opened` is disposed of; a table is not watched. */
export async function watchSource(
  { source, stateFolder, report }: GatewayOptions,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (source.kind === 'table') return;
  const watch = await watchFolder({
    folder: source.root,
    ignored: [stateFolder],
    changed,
    failed: (error) => report({ type: 'warning', message: `Changes may be missed: ${messageOf(error)}` }),
  });
  opened.defer(() => watch.close());
}
