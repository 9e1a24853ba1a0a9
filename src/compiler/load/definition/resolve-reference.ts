import { posix } from 'node:path';
import { isJsonObject, memberOf } from '#compiled/json.ts';
import { kinds } from '#compiler/declaration/kinds.ts';
import { appendPointer, splitPointer, type Place } from '#source/place.ts';
import { adviseOnSpelling } from '../explain-failure.ts';
import { findNamedSchemas, findResourceAround, resolveUrl } from './named-schemas.ts';

type Path = readonly string[];

/** The state of a file that a reference names. */
export type Root =
  | { readonly value: unknown }
  /** The file has not been read yet. */
  | 'pending'
  /** The file cannot be used, which is already reported. */
  | 'reported'
  | { readonly problem: ReferenceProblem };

export type RootOf = (file: string) => Root;

/**
 * The target of a `$ref`; or the file that must be read first; or the problem why it has no target, unless that is
 * already reported.
 */
export type Resolution =
  | { readonly target: Place; readonly value: unknown }
  | { readonly needs: string }
  | { readonly problem: ReferenceProblem }
  | { readonly reported: true };

export interface ReferenceProblem {
  readonly code:
    | 'reference-remote'
    | 'reference-missing'
    | 'reference-unreadable'
    | 'reference-cycle'
    | 'reference-expansion'
    | 'reference-unsupported';
  readonly message: string;
  readonly help: string;
}

/** The maximum number of references along one pointer; more are a cycle. */
const maxHops = 100;

/**
 * Resolves the text of a `$ref` in a file, following further `$ref`s along its pointer. `at` is the pointer of the
 * `$ref`, which may be relative to a schema with an `$id` around it; without `at`, it is relative to the file.
 */
export function resolveReference(reference: string, from: string, rootOf: RootOf, at = ''): Resolution {
  let step: Step = { reference, from, at, tokens: [] };
  for (let hops = 0; hops < maxHops; hops += 1) {
    const next = takeStep(step, rootOf, reference);
    if (!('reference' in next)) return next;
    step = next;
  }
  return { problem: cycleOf(reference) };
}

/** A reference to follow, and the remaining tokens to follow from its target. */
interface Step {
  readonly reference: string;
  readonly from: string;
  /** The pointer of the reference. */
  readonly at: string;
  readonly tokens: readonly string[];
}

/**
 * Takes one step: resolves a reference in the schema with an `$id` around it, or otherwise in its file or another one.
 */
function takeStep(step: Step, rootOf: RootOf, original: string): Resolution | Step {
  const root = rootOf(step.from);
  const inResource =
    typeof root === 'object' && 'value' in root && stepInResource(step, root.value, original);
  if (!inResource) return stepInFile(step, rootOf, original);
  if (!('problem' in inResource)) return inResource;
  const isOfFile =
    step.reference.startsWith('#/') && memberOf(root.value, firstToken(step.reference)) !== undefined;
  return isOfFile ? stepInFile(step, rootOf, original) : inResource;
}

function firstToken(reference: string): string {
  return splitPointer(reference.slice(1))[0] ?? '';
}

function stepInResource(
  { reference, from, at, tokens }: Step,
  root: unknown,
  original: string,
): Resolution | Step | undefined {
  const path = findInResource(root, reference, at);
  return path && followTokens(root, from, [...path, ...tokens], original);
}

function stepInFile({ reference, from, tokens }: Step, rootOf: RootOf, original: string): Resolution | Step {
  const parsed = parseReference(reference, from);
  if ('problem' in parsed) return parsed;
  const root = rootOf(parsed.file);
  if (root === 'pending') return { needs: parsed.file };
  if (root === 'reported') return { reported: true };
  if ('problem' in root) return root;
  if (isDeclaration(root.value)) return { problem: ofDeclaration(reference) };
  if (parsed.anchor === undefined)
    return followTokens(root.value, parsed.file, [...parsed.tokens, ...tokens], original);
  const [path, ...others] = findNamedSchemas(root.value, `#${parsed.anchor}`);
  if (!path) return { problem: missing(reference, `${parsed.file} has no \`$anchor: ${parsed.anchor}\``) };
  if (others.length > 0) return { problem: ambiguous(reference) };
  return followTokens(root.value, parsed.file, [...path, ...tokens], original);
}

function followTokens(
  root: unknown,
  file: string,
  tokens: readonly string[],
  original: string,
): Resolution | Step {
  let value = root;
  const pointerOf = (length: number): string => appendPointer('', ...tokens.slice(0, length));
  for (const [index, token] of tokens.entries()) {
    const member = memberOf(value, token);
    if (member === undefined) {
      if (isJsonObject(value) && typeof value['$ref'] === 'string') {
        return { reference: value['$ref'], from: file, at: pointerOf(index), tokens: tokens.slice(index) };
      }
      return { problem: missing(original, `\`${token}\` does not exist at ${file}#${pointerOf(index)}`) };
    }
    value = member;
  }
  return { target: { file, document: 0, pointer: pointerOf(tokens.length) }, value };
}

interface ParsedReference {
  readonly file: string;
  readonly tokens: readonly string[];
  /** The name of an anchor in the file, in place of a pointer. */
  readonly anchor?: string;
}

function parseReference(
  reference: string,
  from: string,
): ParsedReference | { readonly problem: ReferenceProblem } {
  if (isRemote(reference)) return { problem: remote(reference) };
  const hash = reference.indexOf('#');
  const path = hash === -1 ? reference : reference.slice(0, hash);
  try {
    const fragment = hash === -1 ? '' : decodeURIComponent(reference.slice(hash + 1));
    const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
    if (fragment !== '' && !fragment.startsWith('/')) return { file, tokens: [], anchor: fragment };
    return { file, tokens: splitPointer(fragment) };
  } catch {
    return { problem: missing(reference, 'it is not encoded as a URL is') };
  }
}

export function isRemote(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference);
}

/** The problem with a chain of references that only leads back to itself. */
export function cycleOf(reference: string): ReferenceProblem {
  return {
    code: 'reference-cycle',
    message: `The reference ${reference} refers back to itself.`,
    help: 'Replace one reference of the chain by its value; a schema may refer to itself from one of its properties.',
  };
}

/** The problem with a reference whose replacement repeats other references too often or too deeply. */
export function expansionOf(reference: string): ReferenceProblem {
  return {
    code: 'reference-expansion',
    message: `The reference ${reference} makes the document exceed the size limit.`,
    help: 'Reduce the references between path items; schemas may refer to each other without a limit.',
  };
}

function missing(reference: string, why: string): ReferenceProblem {
  return {
    code: 'reference-missing',
    message: `The reference ${reference} cannot be resolved: ${why}.`,
    help: adviseOnSpelling(
      reference,
      'Check the spelling; paths are relative to the file that contains the reference.',
    ),
  };
}

/** The problem with a reference to a document that would have to be fetched. */
export function remote(reference: string): ReferenceProblem {
  return {
    code: 'reference-remote',
    message: `The reference ${reference} is a URL, and URLs are not fetched.`,
    help: 'Store a copy next to the definition and refer to the copy.',
  };
}

/**
 * Whether a value is a declaration. Contracts are published, so they must not contain the digests of passwords and
 * secrets in declarations.
 */
function isDeclaration(value: unknown): boolean {
  return kinds.some((kind) => kind === memberOf(value, 'kind'));
}

function ofDeclaration(reference: string): ReferenceProblem {
  return {
    code: 'reference-unsupported',
    message: `The reference ${reference} leads to a declaration, which is not for callers.`,
    help: 'Refer to files that contain only parts of OpenAPI documents.',
  };
}

function ambiguous(reference: string): ReferenceProblem {
  return {
    code: 'reference-unsupported',
    message: `The reference ${reference} uses an anchor that several schemas have.`,
    help: 'Use a JSON pointer such as #/components/schemas/Name.',
  };
}

/**
 * The path from the root of a file to the target of a reference that names a schema with an `$id`, or is relative to
 * such a schema around it (JSON Schema 2020-12, section 8.2.1); otherwise undefined. Whether a pointer in the reference
 * has a target is not checked.
 */
function findInResource(root: unknown, reference: string, at: string): Path | undefined {
  const hash = reference.indexOf('#');
  const [id, fragment] =
    hash === -1 ? [reference, ''] : [reference.slice(0, hash), decode(reference.slice(hash + 1))];
  // A reference at the root is relative to the whole file.
  if (id === '' && at === '') return undefined;
  const around = findResourceAround(root, at);
  if (id === '') return around && findByFragment(root, around.path, fragment);
  const url = resolveUrl(id, around?.url) ?? id;
  const [path] = [...findNamedSchemas(root, url), ...findNamedSchemas(root, id)];
  return path && findByFragment(root, path, fragment);
}

/**
 * The path to a fragment of a schema with an `$id`. An anchor counts only if no schema with another `$id` is between.
 */
function findByFragment(root: unknown, path: Path, fragment: string): Path | undefined {
  if (fragment === '' || fragment.startsWith('/')) return [...path, ...splitPointer(fragment)];
  const pointer = appendPointer('', ...path);
  return findNamedSchemas(root, `#${fragment}`).find((anchored) => {
    const around = findResourceAround(root, appendPointer('', ...anchored));
    return around && appendPointer('', ...around.path) === pointer;
  });
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
