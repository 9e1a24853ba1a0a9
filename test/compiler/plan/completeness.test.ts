import { describe, expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import type { Kind } from '#compiler/declaration/kinds.ts';
import { allLists } from '#compiled/manifest.ts';
import { plan } from '#compiler/plan/plan.ts';
import { appendPointer } from '#source/place.ts';
import { completeTable, sealTable, type OpenTable } from './complete-table.ts';

/** A value with a change at one place, and that place. */
interface Variant {
  readonly pointer: string;
  readonly value: Json;
}

/** Every way to make a value another one in one place: a leaf that differs, a member or an item that is missing. */
function variantsOf(value: Json, pointer = ''): readonly Variant[] {
  if (Array.isArray(value)) return variantsOfList(value, pointer);
  if (!isJsonObject(value)) return [{ pointer, value: otherThan(value) }];
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value;
    const changed = variantsOf(member, appendPointer(pointer, name)).map((variant) => ({
      ...variant,
      value: { ...value, [name]: variant.value },
    }));
    const missing = { pointer: `${appendPointer(pointer, name)} missing`, value: rest };
    return optional.has(name) ? [missing, ...changed] : changed;
  });
}

function variantsOfList(items: readonly Json[], pointer: string): readonly Variant[] {
  const changed = items.flatMap((item, index) =>
    variantsOf(item, appendPointer(pointer, index)).map((variant) => ({
      ...variant,
      value: items.with(index, variant.value),
    })),
  );
  const missing = items.map((_, index) => ({
    pointer: `${appendPointer(pointer, index)} missing`,
    value: items.toSpliced(index, 1),
  }));
  return [...changed, ...missing];
}

/** One of them, if there are few values. */
const others: Readonly<Record<string, Json>> = {
  minute: 'hour',
  allow: 'refuse',
  active: 'blocked',
  deprecated: 'published',
  production: 'sandbox',
};

function otherThan(leaf: Json): Json {
  if (typeof leaf === 'string') return others[leaf] ?? `${leaf}x`;
  if (typeof leaf === 'number') return leaf / 2;
  return leaf !== true;
}

/** Members that may be left out. */
const optional: ReadonlySet<string> = new Set(
  (
    'alsoAt undeclared errorDocsUrl streams digestHeader unauthenticatedStatus accessLog tracing tls url endpoint tokensNotBefore blockedUntil deprecation sunset link ' +
    'successor callerAssertion cors limit maxConcurrentCalls auth ca circuitBreaker healthCheck displayName bind nameIdFormats ' +
    'production sandbox'
  ).split(' '),
);

const subjects: Readonly<Record<string, Kind>> = {
  organisation: 'Gateway',
  deployment: 'Gateway',
  gateway: 'Gateway',
  parts: 'Api',
  ...Object.fromEntries(allLists.map(({ name, kind }) => [name, kind])),
};

/** Adds a setting that no kind knows. */
function withSetting<Entry extends object>(entry: Entry): Entry {
  return { ...entry, future: { maximum: 8, isOn: true } };
}

const { manifest, parts }: OpenTable = {
  manifest: {
    ...completeTable.manifest,
    ...Object.fromEntries(
      allLists.map(({ name }) => [
        name,
        (completeTable.manifest[name] as readonly object[]).map(withSetting),
      ]),
    ),
  },
  parts: completeTable.parts.map(withSetting),
};
const base = sealTable({ manifest, parts });

/** Members that identify an entry, which no compilation changes by themselves. */
const impossible =
  /^\/(format|parts\/0( |\/(name|context|version|operations\/0 ))|identityProviders\/\d\/type)/;

/** Every table that differs from the complete one in one place. */
const tables = variantsOf({ ...manifest, parts } as unknown as Json)
  .filter(({ pointer }) => !impossible.test(pointer))
  .map(({ pointer, value }) => {
    const { parts: changed, ...rest } = value as unknown as OpenTable['manifest'] & Pick<OpenTable, 'parts'>;
    return { pointer, table: { manifest: rest, parts: changed } satisfies OpenTable };
  });

describe('a table that differs in one place', () => {
  test.each(tables)('$pointer is reported in both directions', ({ pointer, table }) => {
    const head = sealTable(table);
    expect(head.digest).not.toBe(base.digest);
    const kinds = (before: Compiled, after: Compiled) =>
      plan(before, after).changes.map(({ subject }) => subject.kind);
    const kind = subjects[pointer.split(/[/ ]/)[1] ?? ''];
    expect(kinds(base, head)).toContain(kind);
    expect(kinds(head, base)).toContain(kind);
    expect(new Set(kinds(base, head))).toEqual(new Set([kind]));
  });
});
