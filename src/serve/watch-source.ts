import { watchFolder } from '../platform/watch-folder.ts';
import { messageOf } from './message-of.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { folderOf, type SourceReading } from './read-source.ts';
import { RelevantFiles } from './relevant-files.ts';

/** What goes by the last reading of the sources. */
export interface ReadingFollower {
  /** Takes note of what was read; whether files have changed meanwhile that matter by that. */
  follow(reading: SourceReading): boolean;
}

/**
 * Calls `changed` when files change on which the last reading depends, until `opened` is disposed of; a table is not
 * watched. Secret files are watched wherever they are.
 */
export async function watchSource(
  { source, stateFolder, report }: GatewayOptions,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<ReadingFollower> {
  const relevant = new RelevantFiles(folderOf(source));
  if (source.kind === 'table') return relevant;
  const watch = await watchFolder({
    folder: source.root,
    ignored: [stateFolder],
    isRelevant: (path) => relevant.has(path),
    changed,
    failed: (error) => report({ type: 'warning', message: `Changes may be missed: ${messageOf(error)}` }),
  });
  opened.defer(() => watch.close());
  const follow = (reading: SourceReading) => {
    const missed = relevant.follow(reading);
    watch.add(relevant.filesOutside());
    return missed;
  };
  return { follow };
}
