import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Digest } from '#compiled/digest.ts';
import { mostParameters, type Form } from './forms.ts';
import { GrowingBytes } from './growing-bytes.ts';
import type { UploadShare } from './upload-budget.ts';

/** A file that was sent with a form. */
export interface UploadedText {
  /** The name of the file, without folders, as the client gave it. */
  readonly fileName: string;
  /** UTF-8, unless the form accepts other files; in memory that threads can share without copying it. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly digest: Digest;
}

/** A form in multipart/form-data (RFC 7578). An empty field or file counts as absent. */
export interface MultipartForm {
  readonly form: Form;
  /** By the name of the field. */
  readonly files: ReadonlyMap<string, UploadedText>;
}

/**
 * Why a form is not accepted. `form_too_large`: its fields without files have too much text. `uploads_busy`: other uploads
 * take too much memory.
 */
export type MultipartRefusal = 'form_unreadable' | 'form_too_large' | 'upload_too_large' | 'uploads_busy';

/** A request whose body is a form, as it arrives. */
interface MultipartBody {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface MultipartLimits {
  /** The maximum size of one file. */
  readonly maxBytes: number;
  /** Whether files may have any bytes; by default, a form is refused whose files are not UTF-8. */
  readonly acceptsBytes?: boolean;
  readonly share: UploadShare;
}

/** The maximum size of all fields that are not files, in bytes, as of a form without files. A page may show them again. */
const textBytes = 8 * 1024 * 1024;

/** The size of all parts without the largest one: other fields, and the heads of parts. */
const otherBytes = 1024 * 1024;

const limits = { headerPairs: 16, headerSize: 8192, fieldNameSize: 1000, files: mostParameters };

/** Reads a form while it is received. Neither waits for the rest of a form that it refuses, nor rejects. */
export function readMultipart(
  { stream, headers }: MultipartBody,
  { maxBytes, share, acceptsBytes = false }: MultipartLimits,
): Promise<MultipartForm | MultipartRefusal> {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes + otherBytes) return Promise.resolve('upload_too_large');
  const parser = openParser(headers, maxBytes);
  if (!parser) return Promise.resolve('form_unreadable');
  const { promise, resolve } = Promise.withResolvers<MultipartForm | MultipartRefusal>();
  const parts = new ReceivedParts();
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end('upload_too_large');
    else if (!share.add(chunk.length)) end('uploads_busy');
  };
  const fail = () => end('form_unreadable');
  const failAborted = () => {
    if (!stream.readableEnded) fail();
  };
  const end = (result: MultipartForm | MultipartRefusal) => {
    stream.off('data', count).off('close', failAborted).off('error', fail).unpipe(parser).pause();
    // A refused form may end in the middle of a part, which the parser reports as an error.
    parser.removeAllListeners().on('error', () => undefined);
    resolve(result);
  };
  let left = maxBytes + otherBytes;
  parser.on('file', (name, file, fileName) => parts.receive(name, file, fileName, end));
  for (const event of ['error', 'partsLimit', 'filesLimit'] as const) parser.on(event, fail);
  parser.on('finish', () => end(parts.toForm(acceptsBytes)));
  stream.on('close', failAborted).on('error', fail).on('data', count).pipe(parser);
  return promise;
}

/** Undefined if the content type has no boundary. All parts are read as files, so that none is decoded with errors. */
function openParser(headers: MultipartBody['headers'], maxBytes: number): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': String(headers['content-type']) },
      isPartAFile: () => true,
      limits: { ...limits, fileSize: maxBytes },
    });
  } catch {
    return undefined;
  }
}

/** A name in the head of a part, in which browsers encode what would end it (HTML section 4.10.21.8). */
function readName(written: string): string {
  return written
    .replaceAll('%22', '"')
    .replaceAll('%0D%0A', '\r\n')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r');
}

interface ReceivedPart {
  readonly name: string;
  /** Undefined for a field. */
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly digest: Digest;
}

/** The parts of one form. */
class ReceivedParts {
  readonly #parts: ReceivedPart[] = [];
  #textBytes = 0;

  receive(
    name: string | undefined,
    file: BusboyFileStream,
    fileName: string | undefined,
    refuse: (refusal: MultipartRefusal) => void,
  ): void {
    const received = new GrowingBytes();
    const hash = createHash('sha256');
    file.on('limit', () => refuse('upload_too_large'));
    file.on('error', () => refuse('form_unreadable'));
    file.on('data', (chunk: Buffer) => {
      if (fileName === undefined) this.#textBytes += chunk.length;
      if (this.#textBytes > textBytes) return refuse('form_too_large');
      received.add(chunk);
      // Hashing a whole document at once would delay calls.
      hash.update(chunk);
    });
    file.on('end', () => {
      if (name === undefined) return refuse('form_unreadable');
      const bytes = received.take();
      const named = {
        name: readName(name),
        fileName: fileName === undefined ? undefined : readName(fileName),
      };
      this.#parts.push({ ...named, bytes, digest: `sha256:${hash.digest('hex')}` });
    });
  }

  toForm(acceptsBytes: boolean): MultipartForm | 'form_unreadable' {
    const names = new Set(this.#parts.map(({ name }) => name));
    if (names.size < this.#parts.length) return 'form_unreadable';
    const form = new Map<string, string>();
    const files = new Map<string, UploadedText>();
    for (const { name, fileName, bytes, digest } of this.#parts) {
      const mayBeBytes = acceptsBytes && fileName !== undefined;
      if (!mayBeBytes && !isUtf8(Buffer.from(bytes.buffer))) return 'form_unreadable';
      if (bytes.length === 0) continue;
      if (fileName === undefined) form.set(name, Buffer.from(bytes.buffer).toString());
      else files.set(name, { fileName, bytes, digest });
    }
    return { form, files };
  }
}
