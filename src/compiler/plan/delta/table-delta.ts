import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Digest } from '#compiled/digest.ts';
import { type TableChange, diffTables } from '#compiled/table-change.ts';
import { type JsonEdit, diffJson } from './json-edit.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { asJson } from '#compiled/json.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Plan } from '../change.ts';

/** The version of the format of a delta. */
export const deltaFormat = 1;

/** The exact difference between two route tables. Like the tables, it contains the digests of secrets and passwords. */
export interface TableDelta {
  readonly format: typeof deltaFormat;
  /** The table that the delta starts from; absent if there was none. */
  readonly base?: Digest;
  /** The resulting table. */
  readonly head: Digest;
  /** The changes of the lists of the manifest. */
  readonly lists: TableChange<unknown>['lists'];
  /** The changed members of the manifest that are not lists, complete. */
  readonly settings: TableChange<unknown>['settings'];
  readonly parts: {
    /** The added parts, by digest. */
    readonly added: Readonly<Record<Digest, CompiledApi>>;
    readonly edited: readonly EditedPart[];
    readonly removed: readonly Digest[];
  };
}

/** A part that changed. */
export interface EditedPart {
  readonly base: Digest;
  readonly head: Digest;
  /** Edits of the base part. */
  readonly edits: readonly JsonEdit[];
}

/** The exact difference from `base` to `head`; without a base, everything is added. */
export function diffTable(base: Compiled | undefined, head: Compiled): TableDelta {
  const { digest, lists, settings, parts } = diffTables(base, head);
  const removed = new Map(base ? parts.removed.flatMap((part) => keyed(base, part)) : []);
  const edited = parts.added.flatMap((added) => editPart(added, removed));
  const isEdited = new Set(edited.map((one) => one.head));
  return {
    format: deltaFormat,
    ...(base && { base: base.digest }),
    head: digest,
    lists,
    settings,
    parts: {
      added: Object.fromEntries(parts.added.filter(([key]) => !isEdited.has(key))),
      edited,
      removed: parts.removed,
    },
  };
}

type KeyedPart = readonly [api: string, part: { readonly digest: Digest; readonly part: CompiledApi }];

function keyed(base: Compiled, digest: Digest): readonly KeyedPart[] {
  const part = base.apis.get(digest);
  return part ? [[apiKey(part), { digest, part }]] : [];
}

/** The edits of a part whose version existed before; empty for a new version. */
function editPart(
  [head, part]: readonly [Digest, CompiledApi],
  removed: ReadonlyMap<string, KeyedPart[1]>,
): readonly EditedPart[] {
  const before = removed.get(apiKey(part));
  if (!before) return [];
  const edits = diffJson(asJson(before.part), asJson(part));
  return [{ base: before.digest, head, edits }];
}

/** A plan as JSON: the changes for readers, and the delta for `applyPlan`. */
export interface PlanJson extends Plan {
  readonly delta: TableDelta;
}

/** Adds the delta between its two tables to a plan. */
export function planJson(plan: Plan, base: Compiled | undefined, head: Compiled): PlanJson {
  return { ...plan, delta: diffTable(base, head) };
}
