import { isJsonObject, type Json } from '#compiled/json.ts';
import { textOfNumber, withSourceTexts } from '#compiled/contract/number-texts.ts';
import type { OperationNode } from '#openapi/model.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import {
  encodeText,
  writeHeaderValue,
  writePathValue,
  writeQueryValue,
} from '../api-page/samples/write-parameter.ts';
import { texts } from '../texts/texts.ts';
import {
  chosenItems,
  emptyFieldOf,
  fieldOf,
  inputOf,
  listInputs,
  type InputParameter,
} from './input-parameters.ts';
import type { TriedCall } from './send-call.ts';
import { inputOfBody, onlyFileField } from './body-parts.ts';
import { findMissingFiles } from './missing-files.ts';
import { safeFileName, writeParts } from './write-parts.ts';

const { fieldErrors } = texts.tryIt;

/** What is wrong with fields of the form, by their names. */
export type FieldErrors = ReadonlyMap<string, string>;

/** A parameter with the text that the reader typed for it; empty if it is sent without a value. */
interface FilledParameter {
  readonly parameter: InputParameter;
  readonly text: string;
  /** The chosen items of a list, which may contain commas. */
  readonly items?: readonly string[];
}

/** A form with its files. */
export interface SubmittedForm extends Pick<StoreVisit, 'form' | 'files'> {
  /** Makes the boundary between the parts of a body. */
  readonly newIdentifier: NewIdentifier;
}

/** The call that the fields of a form describe, or why some of them cannot be sent. Empty fields are not sent. */
export function readCall(
  operation: OperationNode,
  submitted: SubmittedForm,
): TriedCall | { readonly errors: FieldErrors } {
  const { form } = submitted;
  const filled = listInputs(operation).flatMap((parameter) => fillParameter(parameter, form));
  const errors = new Map([
    ...filled.flatMap((one) => {
      const error = findError(one);
      return error === undefined ? [] : [[fieldOf(one.parameter), error] as const];
    }),
    ...findMissingFiles(operation, submitted).map((field) => [field, fieldErrors.file] as const),
  ]);
  if (errors.size > 0) return { errors };
  const at = (location: string) => filled.filter(({ parameter }) => parameter.location === location);
  const query = at('query').map(writeInQuery);
  const { mediaType, ...body } = readBody(operation, submitted);
  const accept = form.get('accept');
  return {
    method: operation.method,
    path: writePath(operation, at('path')) + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: [
      ...at('header').map((one) => [one.parameter.name, writeInHeader(one)] as const),
      ...(accept === undefined ? [] : [['Accept', accept] as const]),
      ...(mediaType === undefined ? [] : [['Content-Type', mediaType] as const]),
    ],
    cookies: at('cookie').map(writeCookie),
    ...body,
  };
}

function fillParameter(parameter: InputParameter, form: StoreVisit['form']): readonly FilledParameter[] {
  const text = form.get(fieldOf(parameter));
  if (text !== undefined) return [{ parameter, text }];
  const items = chosenItems(parameter, form);
  if (items.length > 0) return [{ parameter, text: items.join(','), items }];
  const isSentEmpty = parameter.allowsEmpty && form.has(emptyFieldOf(parameter));
  return isSentEmpty ? [{ parameter, text: '' }] : [];
}

/** RFC 9110 section 5.5: other characters are not defined, and some servers refuse them. */
const headerText = /^[\t\x20-\x7E]*$/;

/** RFC 6265 section 4.1.1. */
const cookieText = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*$/;

function findError({ parameter, text }: FilledParameter): string | undefined {
  const { location, serialisation } = parameter;
  if (location === 'header') {
    const written = serialisation.style === 'json' ? escapeJson(text) : text;
    return headerText.test(written) ? undefined : fieldErrors.header;
  }
  const isRaw = location === 'cookie' && serialisation.style === 'cookie';
  return isRaw && !cookieText.test(text) ? fieldErrors.cookie : undefined;
}

/** JSON in ASCII: only strings can contain other characters, and may have them escaped (RFC 8259 section 7). */
function escapeJson(text: string): string {
  return text.replace(
    /[^\0-\x7E]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function writePath({ path }: OperationNode, filled: readonly FilledParameter[]): string {
  return path.template.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const found = filled.find(({ parameter }) => parameter.name === name);
    if (!found) return '';
    return isJsonText(found) ? encodeText(found.text) : writePathValue(found.parameter, readValue(found));
  });
}

function writeInQuery(filled: FilledParameter): string {
  const { parameter, text } = filled;
  return text === '' || isJsonText(filled)
    ? `${encodeText(parameter.name)}=${encodeText(text)}`
    : writeQueryValue(parameter, readValue(filled));
}

function writeInHeader(filled: FilledParameter): string {
  return isJsonText(filled) ? escapeJson(filled.text) : writeHeaderValue(filled.parameter, readValue(filled));
}

/** A cookie, which contains all items of a list, since the gateway refuses repeated cookies. */
function writeCookie(filled: FilledParameter): string {
  const { name, serialisation } = filled.parameter;
  if (serialisation.style === 'cookie') return `${name}=${filled.text}`;
  if (isJsonText(filled)) return writeInQuery(filled);
  return writeQueryValue({ name, serialisation: { ...serialisation, explode: false } }, readValue(filled));
}

/** The body of the media type that the reader has chosen, and that media type; both are undefined without a body. */
function readBody(
  { requestBodies }: OperationNode,
  { form, files, newIdentifier }: SubmittedForm,
): Pick<TriedCall, 'body' | 'sent'> & { readonly mediaType: string | undefined } {
  const none = { body: undefined, mediaType: undefined };
  const mediaType = form.get('mediaType');
  const chosen = requestBodies.find((body) => body.mediaType === mediaType);
  const input = chosen && inputOfBody(chosen);
  if (chosen && input === 'parts') {
    const boundary = `gatewright-${newIdentifier()}`;
    const written = writeParts(chosen, { form, ...(files && { files }) }, boundary);
    return written ? { ...written, mediaType: `multipart/form-data; boundary=${boundary}` } : none;
  }
  if (input === 'file') {
    const file = files?.get(onlyFileField);
    if (!file) return none;
    const { bytes, fileName } = file;
    const about = { text: undefined, contentType: undefined, bytes: bytes.length };
    const sent = [{ name: '', fileName: safeFileName(fileName), ...about }];
    // A range such as image/* does not name the type of a body.
    const type = mediaType?.includes('*') === true ? 'application/octet-stream' : mediaType;
    return { body: Buffer.from(bytes), sent, mediaType: type };
  }
  // Browsers submit every line break in a form as CR LF.
  const text = form.get('body')?.replaceAll('\r\n', '\n');
  return text === undefined ? none : { body: Buffer.from(text), mediaType };
}

/** Whether the text is sent as it was typed, since reading it as JSON could change it. */
function isJsonText({ parameter }: FilledParameter): boolean {
  return parameter.serialisation.style === 'json';
}

function readValue({ parameter, text, items }: FilledParameter): Json {
  if (items) return items;
  const input = inputOf(parameter);
  if (input === 'list') return text.split(',').map((item) => item.trim());
  return input === 'json' ? readMembers(text) : text;
}

/**
 * Reads JSON whose members are written one by one, each number as the text that was typed. Other text is sent unchanged,
 * so that the response of the gateway shows the error.
 */
function readMembers(text: string): Json {
  try {
    const value = withSourceTexts(text);
    if (Array.isArray(value)) return (value as readonly Json[]).map(asMember);
    if (!isJsonObject(value) || textOfNumber(value) !== undefined) return text;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asMember(member)]));
  } catch {
    return text;
  }
}

function asMember(member: Json): Json {
  return textOfNumber(member) ?? member;
}
