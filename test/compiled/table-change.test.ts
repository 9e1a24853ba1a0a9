import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import { allLists } from '#compiled/manifest.ts';
import { compareLists, groupItems } from '#compiled/list-difference.ts';
import { applyListChange, diffList } from '#compiled/list-change.ts';
import { buildTable, defineApplication } from '../runtime/table-builder.ts';
import { sameJson } from '#compiled/json.ts';
import { applyChange, compareEntries, diffTables } from '#compiled/table-change.ts';

const names = fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 0 });
const subscriptions = fc.array(
  fc.record({
    application: fc.constantFrom('x', 'y'),
    api: fc.constantFrom('a/v1', 'b/v1', 'c/v1'),
    tier: fc.constantFrom('gold', 'free'),
  }),
  { maxLength: 6 },
);

/** Tables whose lists differ in any way, in order too. */
const tables = fc
  .record({
    apis: fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), limit: fc.nat(1) }), {
      maxLength: 6,
    }),
    applications: names,
    subscriptions,
    versioning: fc.constantFrom('url', 'header'),
    errorDocsUrl: fc.option(fc.constant('https://docs.example.edu'), { nil: undefined }),
  })
  .map((drawn): Compiled => {
    const parts = drawn.apis.map(({ name, limit }) => {
      const part = { name, version: 'v1', limit: { requests: limit } } as unknown as CompiledApi;
      return [digestOf(canonicalJson(part)), part] as const;
    });
    const { manifest } = buildTable({ apis: [], applications: [], subscriptions: [] });
    const gateway = { ...manifest.gateway, versioning: drawn.versioning };
    const { errorDocsUrl } = drawn;
    return sealCompiled(
      {
        ...manifest,
        gateway: errorDocsUrl === undefined ? gateway : { ...gateway, errorDocsUrl },
        apis: parts.map(([part, { name, version }]) => ({
          name,
          version,
          context: name,
          owner: 'ada',
          state: 'published',
          part,
        })),
        applications: drawn.applications.map((name) => defineApplication(name)),
        subscriptions: drawn.subscriptions.map((each) => ({
          ...each,
          state: 'active',
          scopes: [],
        })),
      },
      new Map(parts),
    );
  });

/** As it comes out of another thread. */
function send<Value>(value: Value): Value {
  return structuredClone(value);
}

test('a change leads from its base to its head, whatever they are', () => {
  fc.assert(
    fc.property(fc.option(tables, { nil: undefined }), tables, (base, head) => {
      expect(applyChange(base, send(diffTables(base, head)))).toEqual(head);
    }),
  );
});

test('what has not changed is the same objects', () => {
  fc.assert(
    fc.property(tables, tables, (base, head) => {
      const applied = applyChange(base, send(diffTables(base, head)));
      for (const [digest, part] of applied.apis) {
        const before = base.apis.get(digest);
        if (before) expect(part).toBe(before);
      }
      // Names are in the same order in both, so that each one in both stays.
      for (const application of applied.manifest.applications) {
        const before = base.manifest.applications.find(({ name }) => name === application.name);
        if (before) expect(application).toBe(before);
      }
      if (sameJson(base.manifest.subscriptions, head.manifest.subscriptions))
        expect(applied.manifest.subscriptions).toBe(base.manifest.subscriptions);
      if (sameJson(base.manifest.gateway, head.manifest.gateway))
        expect(applied.manifest.gateway).toBe(base.manifest.gateway);
    }),
  );
});

test('a change of one item is small', () => {
  const base = Array.from({ length: 1000 }, (_, index) => ({ name: `n${index}`, value: 0 }));
  const head = base.with(500, { name: 'n500', value: 1 }).toSpliced(3, 1);
  const change = diffList(base, head, ({ name }) => name);
  expect(change).toEqual([
    { keep: 3 },
    { drop: 1 },
    { keep: 496 },
    { add: [{ name: 'n500', value: 1 }] },
    { drop: 1 },
    { keep: 499 },
  ]);
  expect(applyListChange(base, change)).toEqual(head);
});

test('two lists differ in what either has alone', () => {
  const items = Array.from({ length: 8 }, (_, index) => ({ index }));
  fc.assert(
    fc.property(fc.subarray(items), fc.subarray(items), (before, after) => {
      expect(compareLists(before, after)).toEqual({
        added: after.filter((item) => !before.includes(item)),
        removed: before.filter((item) => !after.includes(item)),
        changed: [],
      });
    }),
  );
});

/** The lists of a table that differ in names and values, in any order. */
const namedItems = fc.uniqueArray(fc.record({ name: fc.constantFrom(...'abcdef'), value: fc.nat(1) }), {
  selector: ({ name }) => name,
});

test('two lists with keys differ in the keys of either, and in the items of one key', () => {
  fc.assert(
    fc.property(namedItems, namedItems, (before, after) => {
      const [old, now] = [before, after].map((list) => new Map(list.map((item) => [item.name, item])));
      expect(compareLists(before, after, ({ name }) => name)).toEqual({
        added: after.filter(({ name }) => !old?.has(name)),
        removed: before.filter(({ name }) => !now?.has(name)),
        changed: after.flatMap((item) => {
          const earlier = old?.get(item.name);
          return earlier && earlier.value !== item.value ? [[earlier, item]] : [];
        }),
      });
    }),
  );
});

test('a change of a table touches the lists whose entries differ, or have another order', () => {
  fc.assert(
    fc.property(tables, tables, (base, head) => {
      const { lists } = diffTables(base, head);
      for (const { name } of allLists) {
        const { added, removed, changed } = compareEntries(name, base.manifest, head.manifest);
        if (added.length + removed.length + changed.length > 0) expect(lists).toHaveProperty(name);
        else if (!lists[name]) expect(head.manifest[name]).toEqual(base.manifest[name]);
      }
    }),
  );
});

test('reused groups equal those that would be built again', () => {
  const items = Array.from({ length: 12 }, (_, index) => ({ index, key: 'abc'[index % 3] ?? '' }));
  const keyOf = ({ key }: { readonly key: string }) => key;
  fc.assert(
    fc.property(fc.subarray(items), fc.subarray(items), (before, after) => {
      const previous = groupItems(before, keyOf);
      const next = groupItems(after, keyOf, previous);
      expect(next).toEqual(groupItems(after, keyOf));
      for (const [key, group] of next.groups) {
        const same = previous.groups.get(key);
        const isSame = same?.length === group.length && same.every((item, index) => item === group[index]);
        expect(same === group).toBe(isSame);
      }
    }),
  );
});

test('equal JSON is distinguished from all other JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(sameJson(a, structuredClone(a))).toBe(true);
      expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
  expect(sameJson({ a: undefined }, {})).toBe(true);
  expect(sameJson({ a: undefined, b: 1 }, { b: 1, c: 2 })).toBe(false);
  expect(sameJson([], {})).toBe(false);
});
