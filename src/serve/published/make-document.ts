import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import { publishPart } from '#runtime/portal/api-page/publish-part.ts';
import type { ContentCoding, PublishedAt, WantedDocument } from '#runtime/ports/published-documents.ts';

/** The initial data of a thread that makes a document. */
export interface DocumentData extends Omit<WantedDocument, 'api' | 'part'> {
  /** The text of the part. */
  readonly text: string;
}

/** A document in memory of its own, which can be moved between threads. */
export interface MadeDocument {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly digest: Digest;
}

/** Makes the document of an API in a content coding. */
export async function makeDocument(
  api: CompiledApi,
  { as, coding }: { readonly as: PublishedAt; readonly coding: ContentCoding },
): Promise<MadeDocument> {
  const written = new TextEncoder().encode(JSON.stringify(publishPart(api, as)));
  const body = coding === 'identity' ? written : new Uint8Array(await compressors[coding](written));
  return { body, digest: digestOf(written) };
}

/** Medium levels: the highest take seconds for a document of some megabytes, and save only a tenth. */
const compressors: Readonly<
  Record<Exclude<ContentCoding, 'identity'>, (bytes: Uint8Array) => Promise<Buffer>>
> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  zstd: (bytes) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
