import type { PathNode } from '#openapi/model.ts';
import { haveSameWords, toSnakeCase } from '#compiler/rule/words/split-words.ts';
import { mayBeDone } from '../verbs/verb-words.ts';
import { numberOf, pluralOf } from '#compiler/rule/words/word-number.ts';
import { findPath } from '../../../resources/find-path.ts';
import { branchesAlong } from '../../../resources/path-tree.ts';
import type { ResourceName } from '#compiler/rule/paths/resource-names.ts';

/** The advice on a singular name of a collection. */
export function adviseOnSingular(path: PathNode, name: ResourceName): string {
  const selecting = findSelecting(path, name);
  if (selecting !== undefined)
    return `Leave it out, since the query parameter \`${selecting}\` already selects.`;
  const { document, segments } = path;
  const above = segments[name.index - 1]?.text ?? '';
  if (haveSameWords(pluralOf(name.text), above)) return `Leave it out, since it follows \`${above}\`.`;
  const plural = toSnakeCase(pluralOf(name.text));
  const texts = segments.map((segment, at) => (at === name.index ? plural : segment.text));
  const known = findPath(document, `/${texts.join('/')}`);
  if (known) return adviseOnKnown(path, known);
  const advised = `Write \`${qualify(path, name) ?? plural}\``;
  if (isBelowCollection(path, name))
    return `${advised} if it is a collection of its own. Otherwise select with a query parameter.`;
  if (mayBeDoneTo(path, name))
    return `${advised} if it creates a resource. Otherwise express the action as a change with PATCH.`;
  return isOnlyListed(path, name)
    ? `${advised} if it lists them. Otherwise name in the plural what it lists, or return one object.`
    : `${advised}.`;
}

/** Whether a name may be a verb for what a POST does to the element before it: `/orders/{orderId}/ship`. */
function mayBeDoneTo({ segments, operations }: PathNode, { text, index }: ResourceName): boolean {
  if (index < segments.length - 1 || segments[index - 1]?.form !== 'identifier') return false;
  return mayBeDone.has(text.toLowerCase()) && operations.every(({ method }) => method === 'POST');
}

/**
 * Whether only an array in a response shows that the last name of a path means several resources: `/releases/newest`.
 */
function isOnlyListed(path: PathNode, { index }: ResourceName): boolean {
  const isLast = index === path.segments.length - 1;
  if (!isLast || branchesAlong(path)[index]?.templated.size !== 0) return false;
  return path.operations.every(({ method }) => method === 'GET');
}

/** Whether a name follows a plural name, so that it may select some of its elements: `/reports/delivery`. */
function isBelowCollection({ segments }: PathNode, { index }: ResourceName): boolean {
  const above = segments[index - 1];
  return above?.form === 'static' && numberOf(above.text) === 'plural';
}

/** The query parameter with the same name as the end of a path, which then is not a resource: `/dogs/age?age=3`. */
function findSelecting(path: PathNode, { text, index }: ResourceName): string | undefined {
  if (index < path.segments.length - 1) return undefined;
  const names = [...(path.operation('GET')?.query.keys() ?? [])];
  return names.find((name) => haveSameWords(name, text));
}

/** The advice to combine two paths, or to rename one if both have an operation with the same method. */
function adviseOnKnown({ operations }: PathNode, known: PathNode): string {
  const isTaken = operations.some(({ method }) => known.operation(method) !== undefined);
  return `Combine it with \`${known.template}\`${isTaken ? ', or give one of the two another plural name' : ''}.`;
}

/** Returns `dogs/chip={chip}` for `dog_by_chip/{chip}`; undefined for names without a kind. */
function qualify({ segments }: PathNode, { text, index }: ResourceName): string | undefined {
  const [name = '', kind = '', ...more] = toSnakeCase(text).split('_by_');
  const identifier = segments[index + 1]?.parameters[0] ?? '';
  if (kind === '' || more.length > 0 || !toSnakeCase(identifier).endsWith(kind)) return undefined;
  return `${pluralOf(name)}/${kind}={${identifier}}`;
}
