import type { PathSegment } from '#openapi/path-segment.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { splitWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { mayBeVerb } from '../verbs/verb-words.ts';

/** Identifiers and function parameters in brackets, as in OData. */
const bracketed = /^(?<namespace>[A-Za-z][\w.]*\.)?(?<name>[A-Za-z]\w*)\((?<held>[^()]*)\)$/;

/** Matrix parameters (RFC 6570): `dogs;chip={chipId}`. */
const matrix = /^(?<name>[A-Za-z][\w.-]*);(?<held>\w+=\{[^{}]+\}(;\w+=\{[^{}]+\})*)$/;

/** Whether an element begins with a name whose parameters are in brackets, so that it is not an identifier itself. */
export function isCalled(text: string): boolean {
  return /^\w[\w.]*\(/.test(text);
}

/** The problem with parameters that follow a name in the same path element. */
export function describeAttached(
  segment: PathSegment,
): Pick<DefinitionFinding, 'message' | 'help'> | undefined {
  return describeBrackets(segment) ?? describeMatrix(segment);
}

function describeBrackets({
  text,
  parameters,
}: PathSegment): Pick<DefinitionFinding, 'message' | 'help'> | undefined {
  const { namespace, name, held = '' } = bracketed.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  if (namespace !== undefined || mayBeVerb(splitWords(name)[0] ?? '')) {
    const message = `The path segment \`${text}\` has its parameters in brackets.`;
    return { message, help: `Write a noun for what it returns, and ${adviseOnQuery(parameters)}.` };
  }
  const message = `The path segment \`${text}\` has its identifier in brackets.`;
  return { message, help: `Write \`${toSnakeCase(name)}/${withKinds(held.replaceAll("'", ''))}\`.` };
}

function describeMatrix({
  text,
  parameters,
}: PathSegment): Pick<DefinitionFinding, 'message' | 'help'> | undefined {
  const { name, held = '' } = matrix.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  const identified = `${toSnakeCase(name)}/${withKinds(held.replaceAll(';', ','))}`;
  return {
    message: `The path segment \`${text}\` has its parameters after a semicolon.`,
    help: `Write \`${identified}\` if it identifies one element. Otherwise ${adviseOnQuery(parameters)}.`,
  };
}

function adviseOnQuery(parameters: readonly string[]): string {
  const declared = parameters.length === 1 ? 'a query parameter' : 'query parameters';
  return `declare ${listNames(parameters, 'conjunction')} as ${declared}`;
}

/** Converts the kinds before equals signs to snake_case. */
function withKinds(held: string): string {
  return held.replaceAll(/\w+(?==)/g, toSnakeCase);
}
