import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { watchFiles } from '#platform/files/watch-files.ts';
import { type ChangedFiles, type FolderWatch, watchFolder } from '#platform/files/watch-folder.ts';
import { isGitWriting } from '#platform/git/is-git-writing.ts';
import { systemClock } from '#platform/system-clock.ts';
import {
  type GatewayOptions,
  type LocalSource,
  type TableFileSource,
  folderOf,
} from '../served/gateway-options.ts';
import { messageOf } from '../served/startup-error.ts';
import type { SourceReader } from './read-source.ts';
import { RelevantFiles } from './relevant-files.ts';
import type { SourceReading } from './source-reading.ts';

/** Reacts to each reading of the sources. */
export interface ReadingFollower {
  /** Records a reading. If files that it depends on have changed since, the sources are read again. */
  follow(reading: SourceReading): void;
}

/** Sources on disk that are watched. */
export interface WatchedSource extends ReadingFollower {
  readonly read: () => Promise<SourceReading>;
  /** Causes everything to be read again. */
  readonly look: () => void;
}

/** How long sources are read again while they keep changing, in milliseconds. */
const maxReadingMs = 2000;

/** How often to check whether changes have stopped, and whether git has finished, in milliseconds. */
const checkChangesEveryMs = 5;
const checkGitEveryMs = 20;

/**
 * Watches the files that the last reading depends on, including secret files in other folders, and calls `changed`,
 * until `opened` is disposed.
 */
export async function watchSource(
  source: LocalSource,
  options: GatewayOptions,
  reader: Pick<SourceReader, 'read'>,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<WatchedSource> {
  return source.kind === 'table'
    ? watchTable(source, reader, changed, opened)
    : watchSources(source, options, reader, changed, opened);
}

function watchTable(
  source: TableFileSource,
  reader: Pick<SourceReader, 'read'>,
  changed: () => void,
  opened: AsyncDisposableStack,
): WatchedSource {
  const relevant = new RelevantFiles(folderOf(source));
  const watch = opened.use(watchFiles(changed));
  const { file, verification } = source;
  const files = verification ? [file, `${file}.jws`, verification.keyFile] : [file];
  watch.follow(files);
  const follow = (reading: SourceReading) => {
    relevant.follow(reading);
    watch.follow([...files, ...relevant.secretFiles()]);
  };
  return { follow, look: changed, read: () => reader.read(source, 'all') };
}

async function watchSources(
  source: LocalSource & { readonly kind: 'folder' },
  { stateFolder, report }: GatewayOptions,
  reader: Pick<SourceReader, 'read'>,
  changed: () => void,
  opened: AsyncDisposableStack,
): Promise<WatchedSource> {
  const relevant = new RelevantFiles(folderOf(source));
  const consistentReader = new ConsistentReader(source, reader, changed);
  const watch = await watchFolder({
    folder: source.root,
    ignored: [stateFolder],
    isRelevant: (path) => relevant.has(path),
    changed: (files) => consistentReader.note(files),
    failed: (error) => {
      report({ type: 'warning', message: `Changes may be missed: ${messageOf(error)}` });
      consistentReader.distrust();
    },
  });
  opened.defer(() => watch.close());
  const follow = (reading: SourceReading) => {
    // The text of a file that changed during the reading may be from before or after the change.
    if (relevant.follow(reading)) consistentReader.note('all');
    watch.add(relevant.filesOutside());
  };
  return { follow, look: () => consistentReader.note('all'), read: () => consistentReader.read(watch) };
}

/** Reads sources again if they change during the reading, so that old and new files are not served together. */
class ConsistentReader {
  readonly #source: LocalSource;
  readonly #reader: Pick<SourceReader, 'read'>;
  readonly #notify: () => void;
  /** The files that changed since the last reading started. */
  #changed: ChangedFiles = 'all';
  #isReading = false;
  #isTrusted = true;

  constructor(source: LocalSource, reader: Pick<SourceReader, 'read'>, notify: () => void) {
    this.#source = source;
    this.#reader = reader;
    this.#notify = notify;
  }

  note(files: ChangedFiles): void {
    this.#changed =
      files === 'all' || this.#changed === 'all' ? 'all' : new Set([...this.#changed, ...files]);
    if (!this.#isReading) this.#notify();
  }

  /** Call this when changes may be missed; from then on, everything is read each time. */
  distrust(): void {
    this.#isTrusted = false;
  }

  async read(watch: FolderWatch): Promise<SourceReading> {
    this.#isReading = true;
    try {
      await this.#gitToEnd();
      const until = performance.now() + maxReadingMs;
      let reading: SourceReading;
      do reading = await this.#readOnce();
      while (await this.#changesMeanwhile(watch, until));
      return reading;
    } catch (error) {
      this.#changed = 'all';
      throw error;
    } finally {
      this.#isReading = false;
    }
  }

  /** Waits until git has finished. A checkout may pause between two files; git removes its lock when it is done. */
  async #gitToEnd(): Promise<void> {
    while (await isGitWriting(folderOf(this.#source), systemClock())) await delay(checkGitEveryMs);
  }

  async #readOnce(): Promise<SourceReading> {
    const changed = this.#isTrusted ? this.#changed : 'all';
    this.#changed = new Set();
    const reading = await this.#reader.read(this.#source, changed);
    // Lets events that occurred meanwhile be handled before the reading is used.
    await turn();
    return reading;
  }

  /** Waits until changes stop. Returns whether there were any and there is time to read again. */
  async #changesMeanwhile(watch: FolderWatch, until: number): Promise<boolean> {
    await this.#gitToEnd();
    while (watch.isSettling && performance.now() < until) await delay(checkChangesEveryMs);
    const hasChanged = this.#changed === 'all' || this.#changed.size > 0;
    if (hasChanged && performance.now() >= until) queueMicrotask(this.#notify);
    return hasChanged && performance.now() < until;
  }
}
