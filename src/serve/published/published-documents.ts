import { canonicalJson } from '#compiled/canonical-json.ts';
import { isQuicklyParsed, textOfPart } from '#compiled/deferred-contract.ts';
import type {
  PublishDocument,
  PublishedDocument,
  WantedDocument,
} from '#runtime/ports/published-documents.ts';
import { startThread } from '../served/thread.ts';
import { type DocumentData, type MadeDocument, makeDocument } from './make-document.ts';

/** The size of all documents that are cached, in bytes. The one that was used last is cached whatever its size. */
const cachedBytes = 64 * 1024 ** 2;

/** How many large documents may wait, since each takes the processor of a thread for about a second. */
const mostWaiting = 16;

/** The maximum duration of a thread, in milliseconds. */
const maxDurationMs = 60_000;

/** The heap limit of a thread, in megabytes. The largest documents need several hundred. */
const maxHeapMegabytes = 1024;

interface CachedDocument {
  readonly document: Promise<PublishedDocument>;
  /** 0 until the document has been made. */
  bytes: number;
}

/**
 * Makes the documents that callers of this thread's gateway download, and caches the most recently used. Large ones are
 * made in a thread of their own, one after the other.
 */
export class PublishedDocuments implements Disposable {
  /** By part, publishing data and coding; the most recently used is last. */
  readonly #cached = new Map<string, CachedDocument>();
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  readonly publish: PublishDocument = (wanted) => {
    const key = `${wanted.part} ${wanted.coding} ${canonicalJson(wanted.as)}`;
    const cached = this.#cached.get(key) ?? this.#make(key, wanted);
    this.#cached.delete(key);
    this.#cached.set(key, cached);
    return cached.document;
  };

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  #make(key: string, wanted: WantedDocument): CachedDocument {
    const document = isQuicklyParsed(wanted.api)
      ? makeDocument(wanted.api, wanted)
      : this.#makeInTurn(wanted);
    const cached: CachedDocument = { document, bytes: 0 };
    document.then(
      ({ body }) => {
        cached.bytes = body.length;
        this.#dropOldest();
      },
      () => {
        if (this.#cached.get(key) === cached) this.#cached.delete(key);
      },
    );
    return cached;
  }

  async #makeInTurn(wanted: WantedDocument): Promise<MadeDocument> {
    if (this.#waiting >= mostWaiting) throw new Error('too many documents are being made');
    this.#waiting += 1;
    const making = this.#last.then(() => makeInThread(wanted, this.#stop.signal));
    this.#last = making.catch(() => undefined);
    try {
      return await making;
    } finally {
      this.#waiting -= 1;
    }
  }

  #dropOldest(): void {
    let bytes = [...this.#cached.values()].reduce((sum, cached) => sum + cached.bytes, 0);
    for (const [key, cached] of this.#cached) {
      if (bytes <= cachedBytes || this.#cached.size === 1) break;
      if (cached.bytes === 0) continue;
      this.#cached.delete(key);
      bytes -= cached.bytes;
    }
  }
}

/** Makes a document in a new thread, and ends it. Rejects if the thread fails or takes too long. */
async function makeInThread({ api, as, coding }: WantedDocument, stop: AbortSignal): Promise<MadeDocument> {
  stop.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<MadeDocument>();
  const workerData: DocumentData = { text: textOfPart(api), as, coding };
  const worker = startThread('document-thread', {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  const end = () => reject(new Error('a thread that makes a document has ended'));
  const timer = setTimeout(end, maxDurationMs);
  stop.addEventListener('abort', end);
  worker.once('message', resolve).once('error', reject).once('exit', end);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
    await worker.terminate();
  }
}
