import pluralize from 'pluralize';
import type { OperationNode, PathNode } from '#openapi/model.ts';
import { isCalled } from '../parameters/attached-parameters.ts';
import type { PathTree } from '../../../resources/path-tree.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { readsCollection, successSchemas } from '../../../resources/reads-collection.ts';
import { haveSameWords, splitWords } from '#compiler/rule/words/split-words.ts';

/**
 * The kind of resource at a place of a document's paths: a collection has identifiers, is listed or is added to; a
 * single resource is shown, replaced or deleted as a whole. Undefined if the document leaves the kind open.
 */
export function resourceKindOf(tree: PathTree): 'collection' | 'single' | undefined {
  if (identifiersBelow(tree)) return isKeyed(tree) ? 'single' : 'collection';
  const operations = operationsOf(tree);
  const get = operations.find(({ method }) => method === 'GET');
  if (operations.some(({ method }) => changesOne.has(method))) return 'single';
  if (get && readsCollection(get)) return 'collection';
  if (get && readsOne(get)) return 'single';
  return operations.some(creates) ? 'collection' : undefined;
}

/**
 * Whether there are identifiers below a place. The parameters of a call, in brackets after its name, and the name of a
 * field do not count.
 */
const identifiersBelow = oncePer(({ templated }: PathTree): boolean =>
  [...templated].some(([key, below]) => !isCalled(key) && !isField(below)),
);

function isField({ statics, templated, paths }: PathTree): boolean {
  if (statics.size + templated.size > 0 || paths.length === 0) return false;
  return paths.every(({ segments }) => /^field(_?name)?$/i.test(segments.at(-1)?.parameters[0] ?? ''));
}

/**
 * Whether a place shows a single resource, and callers only write its parts by key: `/dogs/{dogId}/policy/{action}`.
 */
function isKeyed(tree: PathTree): boolean {
  const get = operationsOf(tree).find(({ method }) => method === 'GET');
  if (!get || readsCollection(get) || !readsOne(get)) return false;
  const parts = [...tree.templated.values()];
  if (parts.some(({ statics, templated }) => statics.size + templated.size > 0)) return false;
  return parts.flatMap(({ paths }) => paths).every((part) => !part.operation('GET') && !isOfItsName(part));
}

/** Whether a path ends with an identifier that has the name before it: `/club_member/{memberId}`. */
function isOfItsName({ segments }: PathNode): boolean {
  const [name, identifier] = segments.slice(-2);
  const words = splitWords((identifier?.parameters[0] ?? '').replace(/_?(id|uuid|guid)$/i, ''));
  const ending = splitWords(pluralize.singular(name?.text ?? '')).slice(-words.length);
  return words.length === 0 || haveSameWords(words.join('_'), ending.join('_'));
}

function operationsOf({ paths }: PathTree): readonly OperationNode[] {
  return paths.flatMap((path) => path.operations);
}

const changesOne = new Set(['PUT', 'PATCH', 'DELETE']);

function readsOne(get: OperationNode): boolean {
  const schemas = successSchemas(get);
  return schemas.length > 0 && schemas.every((schema) => schema.isObject);
}

function creates({ method, responses }: OperationNode): boolean {
  return method === 'POST' && responses.some(({ status }) => status === '201');
}
