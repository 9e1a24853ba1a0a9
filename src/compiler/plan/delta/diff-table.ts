import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import type { Compiled } from '../../../compiled/compiled.ts';
import type { Digest } from '../../../compiled/digest.ts';
import { asJson } from '../../../compiled/json.ts';
import { diffTables } from '../../../compiled/table-change.ts';
import { apiKey } from '../../../compiled/api-key.ts';
import { diffJson } from './diff-json.ts';
import { deltaFormat, type EditedPart, type TableDelta } from './table-delta.ts';

/** How `base` becomes `head`, exactly; `head` from nothing where there is no base. */
export function diffTable(base: Compiled | undefined, head: Compiled): TableDelta {
  const { digest, lists, settings, parts } = diffTables(base, head);
  const gone = new Map(base ? parts.gone.flatMap((part) => keyed(base, part)) : []);
  const edited = parts.added.flatMap((added) => editPart(added, gone));
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
      removed: parts.gone,
    },
  };
}

type KeyedPart = readonly [api: string, part: { readonly digest: Digest; readonly part: CompiledApi }];

function keyed(base: Compiled, digest: Digest): readonly KeyedPart[] {
  const part = base.apis.get(digest);
  return part ? [[apiKey(part), { digest, part }]] : [];
}

/** A part of a version that was there before is told by its edits. */
function editPart(
  [head, part]: readonly [Digest, CompiledApi],
  gone: ReadonlyMap<string, KeyedPart[1]>,
): readonly EditedPart[] {
  const before = gone.get(apiKey(part));
  if (!before) return [];
  // Parts are plain JSON, which interfaces without index signatures do not say of themselves.
  const edits = diffJson(asJson(before.part), asJson(part));
  return [{ base: before.digest, head, edits }];
}
