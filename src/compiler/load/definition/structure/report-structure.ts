import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import type { SourceFiles } from '../../files/source-files.ts';
import { explainValue, type ExplainedValue } from './explain-value.ts';
import { type StructuralError, unknownField } from '../../validators/fits-openapi.ts';
import { type JsonObject, valueAt, isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer, splitPointer, type Place } from '#source/place.ts';
import { memberShape, shapeAt } from '#openapi/grammar.ts';
import type { Fix } from '#diagnostic/fix.ts';

/** The message for a type that is not a JSON type. */
interface TypeProblem {
  readonly message: string;
  readonly help: string;
}

const types: readonly Json[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The advice for words that are often mistaken for types. */
const meant: Readonly<Record<string, string>> = {
  any: 'remove `type`',
  bool: 'write `type: boolean`',
  date: 'write `type: string` and `format: date`',
  datetime: 'write `type: string` and `format: date-time`',
  'date-time': 'write `type: string` and `format: date-time`',
  decimal: 'write `type: number`',
  dict: 'write `type: object`',
  double: 'write `type: number` and `format: double`',
  file: 'write `type: string` and `contentMediaType: application/octet-stream`',
  float: 'write `type: number` and `format: float`',
  int: 'write `type: integer`',
  list: 'write `type: array`',
  long: 'write `type: integer` and `format: int64`',
  map: 'write `type: object` and `additionalProperties`',
  text: 'write `type: string`',
  uuid: 'write `type: string` and `format: uuid`',
};

const addResponse = 'Add a response for a status such as `200`, or `default`.';

const ofLink: ExplainedValue = {
  demand: 'lacks its `operationId`',
  help: 'Add `operationId`, or `operationRef` for an operation in another document.',
};

/** The maximum number of structural errors that are reported for one definition; further ones are counted. */
const maxReported = 20;

/** Reports the violations of OpenAPI's JSON Schema in a bundled document. */
export function reportStructure(
  errors: readonly StructuralError[],
  { contract, originOf }: Pick<Definition, 'contract' | 'originOf'>,
  sources: SourceFiles,
  say: (code: string, severity: Diagnostic['severity'], finding: Finding) => void,
): void {
  for (const error of errors.slice(0, maxReported)) {
    const finding = explainStructuralError(error, contract, originOf);
    const fix = quoteVersion(error, finding.at, sources);
    say('openapi-structure', 'error', { ...finding, ...(fix && { fix }) });
  }
  if (errors.length > maxReported) {
    const message = `The document has ${errors.length - maxReported} more structural errors.`;
    say('openapi-structure', 'error', { at: originOf(''), message, help: 'Fix the errors above first.' });
  }
}

/** The message of a structural error, and its place in the sources. */
function explainStructuralError(
  error: StructuralError,
  contract: JsonObject,
  originOf: (pointer: string) => Place,
): Finding {
  const { instancePath, keyword } = error;
  const field = unknownField(error);
  if (field !== undefined) {
    const at = originOf(appendPointer(instancePath, field));
    const explain = keyword === 'propertyNames' ? explainName : explainUnknownField;
    return { at, part: 'key', ...explain(field, instancePath) };
  }
  const at = originOf(instancePath);
  const subject = subjectOf(instancePath, contract);
  const absent = explainAbsence(error, contract);
  if (absent) return { at, part: 'key', message: `${subject} ${absent.demand}.`, help: absent.help };
  const problem = explainTypeAt(splitPointer(instancePath), contract);
  if (problem) return { at, ...problem };
  const { demand, help } = explainValue(error, contract);
  return { at, message: `${subject} ${demand}.`, help };
}

/** Explains why OpenAPI does not allow a name of a map. */
function explainName(name: string, parent: string): Pick<Finding, 'message' | 'help'> {
  if (parent.startsWith('/components/')) {
    const message = `The component name \`${name}\` contains other characters than letters, digits, \`.\`, \`-\` and \`_\`.`;
    return { message, help: 'Rename it, and change the references to it.' };
  }
  const method = name.toLowerCase();
  if (memberShape('PathItem', method)?.type === 'Operation') {
    const message = `The method \`${name}\` has a field of its own.`;
    return { message, help: `Write it as \`${method}\` next to \`additionalOperations\`.` };
  }
  return {
    message: `The name \`${name}\` contains characters that HTTP does not allow here.`,
    help: "Use only letters, digits and !#$%&'*+-.^_`|~.",
  };
}

function explainUnknownField(field: string, parent: string): Pick<Finding, 'message' | 'help'> {
  if (parent === '/paths') {
    return { message: `The path \`${field}\` lacks its leading slash.`, help: `Write \`/${field}\`.` };
  }
  const [, key] = /^([A-Za-z]\w*):\S/.exec(field) ?? [];
  if (key !== undefined) {
    const message = `A space is missing after the colon of \`${field}\`.`;
    return { message, help: `Write \`${key}: \`, and then the value.` };
  }
  const lower = field.toLowerCase();
  if (field !== lower && memberShape('PathItem', lower)?.type === 'Operation') {
    return { message: `The method \`${field}\` is not in lower case.`, help: `Write \`${lower}\`.` };
  }
  return {
    message: `OpenAPI does not define the field \`${field}\` here.`,
    help: 'Check its spelling and location; extensions start with `x-`.',
  };
}

/** The problem with the type of a schema, or with one of its types; undefined for everything else. */
function explainTypeAt(path: readonly string[], contract: JsonObject): TypeProblem | undefined {
  const end = path.lastIndexOf('type');
  const isType =
    end !== -1 && path.length - end <= 2 && shapeAt('Document', path.slice(0, end))?.type === 'Schema';
  return isType ? explainType(valueAt(contract, path)) : undefined;
}

function subjectOf(pointer: string, contract: JsonObject): string {
  const path = splitPointer(pointer);
  const name = path.at(-1);
  if (name === undefined) return 'The document';
  const isItem = Array.isArray(valueAt(contract, path.slice(0, -1)));
  return isItem ? `Item ${name} of \`${path.at(-2)}\`` : `\`${name}\``;
}

/** The fix for a document version that is written as a number: its digits in quotes. */
function quoteVersion(
  { instancePath, keyword }: StructuralError,
  at: Place,
  sources: SourceFiles,
): Fix | undefined {
  if (instancePath !== '/info/version' || keyword !== 'type') return undefined;
  const read = sources.get(at.file);
  const document = read && 'file' in read ? read.file.documents[at.document] : undefined;
  const text = document?.scalarText(splitPointer(at.pointer));
  if (text === undefined || !/^[\d.]+$/.test(text)) return undefined;
  return { title: 'Put the version between quotes', steps: [{ type: 'replace-value', at, value: text }] };
}

/** Explains which member an object lacks; undefined for errors of other kinds. */
function explainAbsence(
  { instancePath, keyword, params }: StructuralError,
  document: Json,
): ExplainedValue | undefined {
  const path = splitPointer(instancePath);
  const shape = shapeAt('Document', path);
  const isOfResponses = shape?.as === 'map' && shape.type === 'Response';
  if (isOfResponses && (keyword === 'required' || keyword === 'minProperties')) {
    const value = valueAt(document, path);
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    return { demand: isEmpty ? 'is empty' : 'contains no response', help: addResponse };
  }
  if (keyword !== 'required') return undefined;
  const missing = String(params['missingProperty']);
  if (missing === 'operationRef') return ofLink;
  return { demand: `lacks its \`${missing}\``, help: `Add \`${missing}\`.` };
}

/**
 * Explains an invalid value of `type` in a schema; undefined for JSON types and for values that are not strings. An
 * automatic fix is not offered: earlier versions accepted any value for such a type, so a fixed document would refuse
 * requests.
 */
function explainType(type: Json | undefined): TypeProblem | undefined {
  if (type === null) {
    const message = 'The type is null instead of the string `null`.';
    return { message, help: "Write it in quotes: `'null'`." };
  }
  if (typeof type !== 'string' || types.includes(type)) return undefined;
  const message = `The type \`${type}\` is not a JSON type.`;
  const lower = type.toLowerCase();
  if (types.includes(lower)) return { message, help: `Write \`${lower}\`.` };
  const help = Object.hasOwn(meant, lower)
    ? meant[lower]
    : 'write `string`, `number`, `integer`, `boolean`, `object` or `array`';
  return { message, help: `Instead, ${help}.` };
}
