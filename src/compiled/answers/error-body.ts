import { errorCodes, type ErrorCode } from './error-codes.ts';

/** Problems of a request, one sentence each. */
type ListedProblems = readonly { readonly message: string }[];

/** The error body of the requirements, section 7.2: no member is empty. */
interface ErrorBody {
  readonly message: string;
  readonly developerMessage: string;
  readonly moreInformation?: string;
  readonly errors?: ListedProblems;
  readonly code: ErrorCode;
}

/** The body of an error, as JSON or XML. */
export function writeErrorBody(
  code: ErrorCode,
  format: 'json' | 'xml',
  errorDocsUrl: string | undefined,
  errors?: ListedProblems,
): string {
  const body = describeError(code, errors, errorDocsUrl);
  return format === 'json' ? JSON.stringify(body) : renderXml(body);
}

function describeError(
  code: ErrorCode,
  errors: ListedProblems | undefined,
  errorDocsUrl: string | undefined,
): ErrorBody {
  const { message, developerMessage } = errorCodes[code];
  const page = errorDocsUrl ? { moreInformation: pageOf(code, errorDocsUrl) } : {};
  const listed = errors && errors.length > 0 ? { errors } : {};
  return { message, developerMessage, ...page, ...listed, code };
}

/**
 * The URL of the page about an error code: the prefix and the code, with a slash between them unless the prefix ends
 * with `/`, `#` or `=`.
 */
function pageOf(code: ErrorCode, prefix: string): string {
  return /[/#=]$/.test(prefix) ? prefix + code : `${prefix}/${code}`;
}

function renderXml(body: ErrorBody): string {
  const { errors = [], ...texts } = body;
  const members = [...Object.entries(texts).map(renderText), ...errors.map(renderErrorItem)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<error>${members.join('')}</error>\n`;
}

/** Each list item is an element named after the list, as OpenAPI defines unwrapped items (section 4.8.26). */
function renderErrorItem({ message }: { readonly message: string }): string {
  return `<errors>${renderText(['message', message])}</errors>`;
}

function renderText([name, value]: readonly [string, string]): string {
  return `<${name}>${escapeXml(value)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters outside the Char production (XML 1.0 section 2.2); character references to them are invalid too. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for the content of an XML element; characters that XML cannot contain become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(notXml, '\uFFFD').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
