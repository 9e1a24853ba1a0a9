import { apiKey } from '../../../compiled/api-key.ts';
import { placeOf } from '../../../source/place.ts';
import { referablePartsOfApi } from '../../workspace/referable-parts.ts';
import { suggestName } from '../../workspace/suggest-name.ts';
import type { DeclaredApi } from '../../workspace/workspace.ts';
import type { RuleContext } from '../define-rule.ts';

/** A field of an API with an entry for each of some operations. */
interface OperationField {
  readonly field: 'operationLimits' | 'operationAccess';
  /** What an entry is, as the start of a sentence: `The limit`. */
  readonly entry: string;
}

/** Reports the entries that name no operation of the document, or one that another entry names too. */
export function checkOperationNames(
  api: DeclaredApi,
  { field, entry }: OperationField,
  { report }: RuleContext,
): void {
  const names = Object.keys(api.value[field] ?? {});
  const operations = names.length > 0 ? referablePartsOfApi(api)?.operationNames : undefined;
  if (!operations) return;
  const entries = new Map<readonly string[], string>();
  for (const name of names) {
    const at = placeOf(api.place, field, name);
    const operation = operations.find((known) => known.includes(name));
    const other = operation && entries.get(operation);
    if (operation) entries.set(operation, name);
    if (operation && other === undefined) continue;
    const problem = other === undefined ? unknown(api, name, operations) : repeated(entry, name, other);
    report({ at, part: 'key', ...problem });
  }
}

function unknown({ value }: DeclaredApi, name: string, operations: readonly (readonly string[])[]) {
  return {
    // An operation that is removed takes its entry with it.
    atMost: 'warning' as const,
    message: `${apiKey(value)} has no operation \`${name}\`.`,
    help: suggestName(name, operations.flat(), 'Name it as `GET /path`, or by its operationId.'),
  };
}

function repeated(entry: string, name: string, other: string) {
  return {
    message: `${entry} of \`${name}\` applies to the same operation as ${entry.toLowerCase()} of \`${other}\`.`,
    help: 'Remove one of them.',
  };
}
