import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findStructuralViolations } from '#compiled/invariants.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { LifecycleState, ManifestApi } from '#compiled/manifest.ts';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import { indexApis } from '#runtime/gateway/generation/api-index.ts';
import { findApi } from '#runtime/gateway/generation/find-api.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import { draws } from '../../../full-run.ts';
import { buildTable, defineApi } from '../../table-builder.ts';

const names = ['a', 'b', 'v1', 'v2', 'A', '1.0', 'a-b'] as const;
const pathOf = (segments: readonly string[]) => `/${segments.join('/')}`;
const further = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map(pathOf);

const tables = fc
  .record({
    apis: fc.uniqueArray(
      fc.record({
        context: fc.constantFrom('a', 'b'),
        version: fc.constantFrom('v1', 'v2'),
        state: fc.constantFrom<LifecycleState[]>('published', 'published', 'created', 'blocked', 'retired'),
        alsoAt: fc.uniqueArray(further, { maxLength: 3 }),
      }),
      { selector: ({ context, version }) => `${context}/${version}`, maxLength: 4 },
    ),
    style: fc.constantFrom<VersioningStyle[]>('url', 'url', 'header', 'hybrid'),
  })
  .map(({ apis, style }) => ({ style, apis: apis.map((api) => ({ ...api, alsoAt: [...api.alsoAt] })) }))
  .map(({ apis, style }) => {
    const build = () =>
      buildTable({
        gateway: { versioning: style },
        apis: apis.map(({ alsoAt, ...api }) =>
          defineApi({ ...api, name: api.context, endpoints: {}, alsoAt: alsoAt.map((path) => ({ path })) }),
        ),
        applications: [],
        subscriptions: [],
      });
    // As lint would have it: one after the other is removed that overlaps.
    for (let table = build(); ; table = build()) {
      const [violation] = findStructuralViolations(table);
      if (violation === undefined) return { table, style };
      const [, path, key] = /^The address (\S+) of (\S+) overlaps/.exec(violation) ?? [];
      const api = apis.find(({ context, version }) => `${context}/${version}` === key);
      if (!api || path === undefined) throw new Error(violation);
      api.alsoAt.splice(api.alsoAt.indexOf(path), 1);
    }
  });

const calls = fc.record({
  segments: fc.array(fc.constantFrom(...names, 'dogs', ''), { maxLength: 5 }),
  version: fc.constantFrom(undefined, undefined, 'v1', 'v2', 'v9'),
});

interface Found {
  readonly api?: string;
  readonly rest?: string;
  readonly address?: string;
  readonly code?: string;
}

/** Each address that leads to an API, one by one, without an index. */
function findNaively(
  { manifest }: Compiled,
  style: VersioningStyle,
  path: string,
  version: string | undefined,
): Found {
  const served = manifest.apis.filter(({ state }) => state !== 'created');
  const below = (address: string) => path === address || path.startsWith(`${address}/`);
  const at = (api: ManifestApi, address: string): Found => ({
    api: `${api.context}/${api.version}`,
    rest: path.slice(address.length) || '/',
  });
  const named = (api: ManifestApi, found: Found): Found =>
    style === 'url' || version === undefined || version === api.version
      ? found
      : { code: 'version_conflict' };
  if (style !== 'header') {
    for (const api of served) {
      const address = `/${api.context}/${api.version}`;
      if (below(address)) return named(api, at(api, address));
    }
  }
  let code = 'api_unknown';
  if (style !== 'url') {
    const ofContext = served.filter(({ context }) => below(`/${context}`));
    const latest = ofContext
      .filter(({ state }) => state === 'published' || state === 'blocked')
      .toSorted((one, other) => (one.version < other.version ? 1 : -1))[0];
    const api =
      version === undefined
        ? style === 'hybrid'
          ? latest
          : undefined
        : ofContext.find((each) => each.version === version);
    if (api) return at(api, `/${api.context}`);
    if (latest && version === undefined) code = 'version_missing';
  }
  for (const api of served) {
    for (const { path: address } of api.alsoAt ?? []) {
      if (below(address)) return named(api, { ...at(api, address), address });
    }
  }
  return { code };
}

test('a call leads where a search through all addresses leads', () => {
  let atFurther = 0;
  fc.assert(
    fc.property(tables, fc.array(calls, { minLength: 1, maxLength: 8 }), ({ table, style }, drawn) => {
      const served = table.manifest.apis.map(
        (manifest) =>
          ({
            manifest,
            furtherAddresses: (manifest.alsoAt ?? []).map(({ path }) => ({ path, deprecationHeaders: [] })),
          }) as unknown as ServedApi,
      );
      const index = indexApis(served);
      const own = table.manifest.apis.flatMap(({ alsoAt = [] }) =>
        alsoAt.flatMap(({ path }) => [path, `${path}/dogs`, `${path}x`, `${path}/`]),
      );
      const paths = [
        ...drawn.map(({ segments, version }) => ({ path: pathOf(segments), version })),
        ...own.map((path) => ({ path, version: drawn[0]?.version })),
      ];
      for (const { path, version } of paths) {
        const found = findApi(index, style, { path, version, isPreflight: false });
        const expected = findNaively(table, style, path, version);
        if (expected.address !== undefined) atFurther += 1;
        expect({
          path,
          ...('code' in found
            ? { code: found.code }
            : {
                api: `${found.api.manifest.context}/${found.api.manifest.version}`,
                rest: found.resourcePath,
                ...(found.address && { address: found.address.path }),
              }),
        }).toEqual({ path, ...expected });
      }
    }),
    { numRuns: draws(5000) },
  );
  expect(atFurther).toBeGreaterThan(10);
});
