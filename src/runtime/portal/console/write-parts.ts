import type { BodyNode } from '#openapi/model.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { fileFieldOf, listParts, textFieldOf, type BodyPart } from './body-parts.ts';

/** A part of a body as it was sent, for the page with the response, which does not repeat its content. */
export interface SentPart {
  /** Empty for the only file of a body. */
  readonly name: string;
  /** Undefined for a text. */
  readonly fileName: string | undefined;
  readonly text: string | undefined;
  /** Undefined for plain text, and for the only file of a body. */
  readonly contentType: string | undefined;
  readonly bytes: number;
}

interface WrittenParts {
  readonly body: Buffer;
  readonly sent: readonly SentPart[];
}

type Submitted = Pick<StoreVisit, 'form' | 'files'>;

/** The parts of a form that have a value as a multipart/form-data body (RFC 7578); undefined if none has. */
export function writeParts(body: BodyNode, submitted: Submitted, boundary: string): WrittenParts | undefined {
  const filled = listParts(body).parts.flatMap((part) => {
    const content = contentOf(part, submitted);
    return content ? [{ part, ...content }] : [];
  });
  if (filled.length === 0) return undefined;
  const pieces = filled.flatMap(({ part, fileName, bytes }) => [
    Buffer.from(`--${boundary}\r\n${headOf(part, fileName)}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    sent: filled.map(({ part, fileName, text, bytes }) => ({
      name: part.name,
      fileName,
      text,
      contentType: part.contentType,
      bytes: bytes.length,
    })),
  };
}

interface PartContent {
  readonly fileName: string | undefined;
  readonly text: string | undefined;
  readonly bytes: Uint8Array;
}

function contentOf({ name, isFile }: BodyPart, { form, files }: Submitted): PartContent | undefined {
  if (isFile) {
    const file = files?.get(fileFieldOf(name));
    return file && { fileName: safeFileName(file.fileName), text: undefined, bytes: file.bytes };
  }
  // Browsers submit every line break in a form as CR LF.
  const text = form.get(textFieldOf(name))?.replaceAll('\r\n', '\n');
  return text === undefined ? undefined : { fileName: undefined, text, bytes: Buffer.from(text) };
}

function headOf({ name, contentType }: BodyPart, fileName: string | undefined): string {
  const file = fileName === undefined ? '' : `; filename="${escapeName(fileName)}"`;
  const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}`;
}

/** A name as browsers write it (HTML section 4.10.21.8), so that it ends neither its quotation nor its line. */
function escapeName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\r\n?|\n/g, '%0D%0A')
    .replaceAll('"', '%22');
}

/** In UTF-16 code units. */
const longestFileName = 200;

/** The name of a file without folders and controls, which some services would obey. */
export function safeFileName(fileName: string): string {
  const [last = ''] = fileName.split(/[/\\]/).slice(-1);
  const name = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"]/gu, '')
    .slice(0, longestFileName)
    .trim();
  return /^\.*$/.test(name) ? 'file' : name.toWellFormed();
}
