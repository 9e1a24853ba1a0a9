import type { ChangeField, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { PlannedEdit } from '#pipeline/plan-change.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { splitPointer } from '#source/place.ts';

/** The members of declarations that have a field of the same name in forms. */
const fields: ReadonlySet<string> = new Set<ChangeField>([
  'name',
  'context',
  'version',
  'owner',
  'definition',
  'production',
  'sandbox',
  'description',
  'type',
  'callbackUrls',
  'grants',
  'application',
  'api',
  'tier',
  'scopes',
  'since',
  'sunset',
  'successor',
  'link',
  'tags',
  'blockedUntil',
  'email',
  'webhook',
]);

/** The rules that report one member of a declaration, and are obeyed by changing another. */
const otherFields: Readonly<Record<string, ChangeField>> = {
  'application-callback-required': 'callbackUrls',
};

/** The field of a form that a finding in a proposed file is about; undefined if it is about none. */
export function fieldOfFinding({ code, at }: Pick<Diagnostic, 'code' | 'at'>): ChangeField | undefined {
  if (/(^|\/)openapi\.(yaml|json)$/.test(at.file)) return 'definition';
  const found = splitPointer(at.pointer).find((segment) => fields.has(segment));
  return otherFields[code] ?? (found as ChangeField | undefined);
}

/** The index of the item that a finding is about in the list that a person has typed; undefined if it is about none. */
export function itemOfFinding(
  { at }: Pick<Diagnostic, 'at'>,
  change: ProposedChange,
  declares: PlannedEdit['declares'],
): number | undefined {
  const [, list, index] = /\/(callbackUrls|tags)\/(\d+)$/.exec(at.pointer) ?? [];
  const [declared] = declares;
  if (list === undefined || index === undefined || !declared?.value) return undefined;
  // The declaration may have the items in another order.
  const item = itemsIn(declared.value, list)[Number(index)];
  const found = item === undefined ? -1 : itemsIn(change, list).indexOf(item);
  return found === -1 ? undefined : found;
}

function itemsIn(value: object, list: string): readonly unknown[] {
  const items: unknown = Object.hasOwn(value, list) ? value[list as keyof typeof value] : undefined;
  return Array.isArray(items) ? items : [];
}
