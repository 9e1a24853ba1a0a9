import type { OperationNode, PathNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { findPath } from '../../../resources/find-path.ts';

/**
 * The advice on an element that contains a query or a fragment: for `dogs?breed={breed}`, to write `dogs` and to
 * declare `breed` as a query parameter. Undefined for other elements.
 */
export function adviseOnQuery(path: PathNode, text: string): string | undefined {
  const start = text.search(/[?#&]/);
  if (start === -1) return undefined;
  if (onlyFragmentDiffers(path))
    return 'Give it a path of its own, since callers do not send what follows `#`.';
  const [before, sign, after] = [text.slice(0, start), text.charAt(start), text.slice(start + 1)];
  return `${adviseOnPath(path, text, before)}, ${adviseOnParameters(path, after, sign)}.`;
}

/** Whether an operation of another path differs only in the fragment, which callers do not send. */
function onlyFragmentDiffers(path: PathNode): boolean {
  if (!path.template.includes('#')) return false;
  const same = pathsByAddress(path.document).get(addressOf(path)) ?? [];
  return same.some(
    (other) => other !== path && other.operations.some(({ method }) => path.operation(method) !== undefined),
  );
}

const pathsByAddress = oncePerDocument(({ paths }) => Map.groupBy(paths, addressOf));

/** The part of a path that callers send. */
function addressOf({ template }: PathNode): string {
  return template.replace(/#.*/, '');
}

function adviseOnPath({ document, template }: PathNode, text: string, before: string): string {
  const known = template.endsWith(text)
    ? findPath(document, template.slice(0, template.length - text.length) + before)
    : undefined;
  if (known) return `Combine it with \`${known.template}\``;
  const found = [...before.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const rest = found.length > 0 ? joinParameters(found) : toSnakeCase(before);
  return rest === '' ? 'Remove it' : `Write \`${rest}\``;
}

/**
 * The advice on the parameters in a query or a fragment. A fragment only helps people to tell operations apart, but
 * often lists query parameters.
 */
function adviseOnParameters({ operations }: PathNode, after: string, sign: string): string {
  const names = [...after.matchAll(/(?:^|[?#&])([\w.$-]+)/g)].map(([, name = '']) => name);
  const isOne = names.length === 1;
  if (
    names.length > 0 &&
    operations.length > 0 &&
    operations.every((one) => names.every((name) => declares(one, name)))
  )
    return `since ${listNames(names, 'conjunction')} ${isOne ? 'is already a parameter' : 'are already parameters'}`;
  if (sign === '#') return 'since callers do not send what follows `#`';
  if (names.length === 0) return 'and declare what a query holds as query parameters';
  return `and declare ${listNames(names, 'conjunction')} as ${isOne ? 'a query parameter' : 'query parameters'}`;
}

function declares({ parameters }: OperationNode, name: string): boolean {
  return parameters.some(
    (one) => one.name === name && (one.location === 'query' || one.location === 'header'),
  );
}

/** Joins the names of parameters as `{country},{number}`. */
export function joinParameters(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(',');
}
