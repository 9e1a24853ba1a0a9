import type { OperationNode, ParameterNode, PathNode, SchemaNode } from '#openapi/model.ts';
import { branchesAlong } from '../../../resources/path-tree.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';
import { successSchemas } from '../../../resources/reads-collection.ts';

/** Whether the declared responses are lists of resources without a bound. */
export function mayGrow(operation: OperationNode): boolean {
  const schemas = successSchemas(operation);
  if (schemas.length === 0 || schemas.some((schema) => isBounded(schema))) return false;
  if (saysFew(operation) || namesElements(operation.path)) return false;
  return !operation.parameters.some(namesThem) && !selectsOne(operation);
}

/** Whether callers have to select one resource by a query parameter, on a path that does not end in a plural. */
function selectsOne({ path, parameters }: OperationNode): boolean {
  const last = path.segments.at(-1)?.text ?? '';
  if (numberOf(last) === 'plural') return false;
  return parameters.some(
    ({ name, location, isRequired }) =>
      location === 'query' && isRequired && /^(id|name|code|ean)$/i.test(name),
  );
}

/** Whether the identifiers of the elements below a path are listed, so that the collection cannot grow. */
function namesElements(path: PathNode): boolean {
  const elements = branchesAlong(path).at(-1)?.templated.get('{}');
  if (!elements || elements.templated.has('{}')) return false;
  return elements.paths.some(({ operations, parameterNames }) =>
    operations[0]?.parameters.some(
      ({ name, location, schema }) =>
        location === 'path' && name === parameterNames.at(-1) && schema?.keyword('enum') !== undefined,
    ),
  );
}

/** Descriptions of a small number of results: `The top 10 referrers`. */
const few = /\b(top|first|last|latest|recent) (\d+|few|three|five|ten|twenty|fifty|hundred)\b/i;

/** Last words of names for numbers about a collection; there are not more of them if the collection grows. */
const numbers = /^(counts?|totals?|stat(istic)?s)$/;

function saysFew(operation: OperationNode): boolean {
  const last = splitWords(operation.path.segments.at(-1)?.text ?? '').map((word) => word.toLowerCase());
  if (last.includes('top') || numbers.test(last.at(-1) ?? '')) return true;
  return ['summary', 'description'].some((key) => few.test(operation.text(key) ?? ''));
}

/** Whether a parameter requires callers to list the elements that they want. */
function namesThem(parameter: ParameterNode): boolean {
  const { location, isRequired, schema } = parameter;
  if (location !== 'query' || !isRequired) return false;
  const isListed = /\bcomma[- ](separated|delimited) list\b/i.test(parameter.text('description') ?? '');
  return schema?.isArray === true || isListed;
}

function isBounded(schema: SchemaNode): boolean {
  return schema.keyword('maxItems') !== undefined || schema.items?.isOnly('string') === true;
}
