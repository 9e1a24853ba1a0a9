// @module-tag full
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { packTable } from '#compiled/compiled.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { rememberedDefinitions } from '#compiler/workspace/remembered-definition.ts';
import { build, check, UnknownDeploymentError, type BuildResult } from '#pipeline.ts';
import { createBuilder } from '#pipeline/create-builder.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { draws, full } from '../full-run.ts';
import { changeSteps, firstSources, namedBy, type SourceChange } from './source-changes.ts';

const config = 'gateway.config.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const openapi = 'apis/dog_park/v1/openapi.yaml';

function change(files: Record<string, string>, step: SourceChange): void {
  if (step.type === 'write') files[step.path] = step.text;
  else if (step.type === 'remove') delete files[step.path];
  else {
    const text = files[step.from];
    delete files[step.from];
    if (text !== undefined) files[step.to] = text;
  }
}

/** All output of a build, in its order. */
function describeBuild({ diagnostics, sources, suppressedFindings, compiled }: BuildResult) {
  return {
    diagnostics,
    suppressedFindings,
    files: sources.files.map((file) => [file, sources.digest(file)]),
    covers: ['apis/new/v1/api.yaml', 'elsewhere.yaml', openapi].map((file) => sources.covers(file)),
    table: compiled && { ...compiled, apis: [...compiled.apis] },
  };
}

async function buildOrSay(building: Promise<BuildResult>) {
  try {
    return describeBuild(await building);
  } catch (error) {
    if (error instanceof UnknownDeploymentError) return error.message;
    throw error;
  }
}

/** Builds, and sees to it that the packed table is the table. */
async function buildPacked(building: ReturnType<ReturnType<typeof createBuilder>['build']>) {
  const built = await building;
  expect(built.packed).toEqual(built.compiled && packTable(built.compiled));
  return built;
}

test('after any changes, what is built is what a first build gives', async () => {
  await fc.assert(
    fc.asyncProperty(changeSteps, async (steps) => {
      const files: Record<string, string> = { ...firstSources };
      const builder = createBuilder(memorySourceTree(files), config, 'production');
      await builder.build('all');
      for (const step of steps) {
        for (const one of step.changes) change(files, one);
        const rebuilt = await buildOrSay(buildPacked(builder.build(namedBy(step))));
        expect(rebuilt).toEqual(await buildOrSay(build(memorySourceTree(files), config, 'production')));
      }
    }),
    { numRuns: draws(200) },
  );
});

test('after any changes, lint with what it remembers of definitions says what a first lint says', async () => {
  await fc.assert(
    fc.asyncProperty(changeSteps, async (steps) => {
      const files: Record<string, string> = { ...firstSources };
      const [tree, store] = [memorySourceTree(files), new BuildStore('many')];
      const lintAgain = () => check(tree, config, { store, remembers: 'definitions' });
      await lintAgain();
      for (const step of steps) {
        for (const one of step.changes) change(files, one);
        const [again, first] = [await lintAgain(), await check(tree, config)];
        expect(again.diagnostics).toEqual(first.diagnostics);
        expect(again.suppressedFindings).toEqual(first.suppressedFindings);
      }
    }),
    { numRuns: draws(100) },
  );
});

test('after any changes, what is kept is as much as after a first build', full, async () => {
  await fc.assert(
    fc.asyncProperty(changeSteps, async (steps) => {
      const files: Record<string, string> = { ...firstSources };
      const store = new BuildStore('many');
      const builder = createBuilder(memorySourceTree(files), config, 'production', store);
      for (const step of steps) {
        for (const one of step.changes) change(files, one);
        await builder.build(namedBy(step)).catch(() => undefined);
      }
      Object.assign(files, firstSources);
      for (const path of Object.keys(files)) if (!(path in firstSources)) delete files[path];
      await builder.build('all');
      await builder.build('all');
      expect(store.size).toBe(await sizeOfFirstBuild());
    }),
    { numRuns: draws(100) },
  );
});

/** How many results are kept of the first sources, without those saved for the next start. */
async function sizeOfFirstBuild(): Promise<number> {
  const store = new BuildStore('many');
  const builder = createBuilder(memorySourceTree({ ...firstSources }), config, 'production', store);
  await builder.build('all');
  const { size } = store.of(rememberedDefinitions);
  return store.size - size;
}

test(
  'after 1,000 changes of one file, wrong ones among them, as much is kept as after a first build',
  full,
  async () => {
    const files: Record<string, string> = { ...firstSources };
    const store = new BuildStore('many');
    const builder = createBuilder(memorySourceTree(files), config, 'production', store);
    await builder.build('all');
    for (let edit = 0; edit < draws(1000); edit += 1) {
      const title = edit % 10 === 9 ? '[' : `Dog park ${edit}`;
      files[openapi] = (firstSources[openapi] ?? '').replace('title: Dog park', `title: ${title}`);
      await builder.build(new Set([openapi]));
    }
    files[openapi] = firstSources[openapi] ?? '';
    await builder.build(new Set([openapi]));
    await builder.build(new Set());
    expect(store.size).toBe(await sizeOfFirstBuild());
  },
);

/** A builder of sources that can be changed, and the files that it reads and lists. */
async function openBuilder(deployment = 'production') {
  const files: Record<string, string> = { ...firstSources };
  const tree = memorySourceTree(files);
  const asked: string[] = [];
  const watched: SourceTree = {
    ...tree,
    list: (patterns) => {
      asked.push('list');
      return tree.list(patterns);
    },
    read: (path, maxBytes) => {
      asked.push(path);
      return tree.read(path, maxBytes);
    },
  };
  const builder = createBuilder(watched, config, deployment);
  const first = await builder.build('all');
  const write = (path: string, from: string, to: string) => {
    files[path] = (files[path] ?? '').replace(from, to);
    return builder.build(new Set([path]));
  };
  return { files, builder, first, write, asked };
}

function partOf({ compiled }: BuildResult, context: string): CompiledApi | undefined {
  const entry = compiled?.manifest.apis.find((one) => one.context === context);
  return entry && compiled?.apis.get(entry.part);
}

describe('a build after a change', () => {
  test('reads what has changed, and nothing else', async () => {
    const { asked, write, builder, files } = await openBuilder();
    asked.length = 0;
    await write(openapi, 'title: Dog park', 'title: Dogs');
    expect(asked).toEqual([openapi]);
    asked.length = 0;
    files['tiers/silver.yaml'] = 'kind: Tier\nname: silver\n';
    await builder.build(new Set(['tiers/silver.yaml', 'notes.txt']));
    expect(asked).toEqual(['tiers/silver.yaml']);
  });

  test('keeps the parts that mean the same, as the same objects', async () => {
    const { first, write } = await openBuilder();
    const moved = await write(api, 'owner: parks-team', '# The team has moved.\nowner: parks-team');
    expect(partOf(moved, 'dog_park')).toBe(partOf(first, 'dog_park'));
    expect(moved.compiled?.manifest.apis).toBe(first.compiled?.manifest.apis);
    expect(moved.compiled?.apis).toEqual(first.compiled?.apis);
    const changed = await write(api, 'owner: parks-team', 'owner: dogs-team');
    expect(partOf(changed, 'cat_park')).toBe(partOf(first, 'cat_park'));
    expect(changed.compiled?.manifest.subscriptions).toBe(first.compiled?.manifest.subscriptions);
  });

  test('keeps what a build before has made, errors between them aside', async () => {
    const { first, write } = await openBuilder();
    const broken = await write(api, 'owner:', 'owners:');
    expect([broken.compiled, broken.packed]).toEqual([undefined, undefined]);
    const fixed = await write(api, 'owners: parks-team', 'owner: dogs-team');
    expect(partOf(fixed, 'dog_park')).toEqual({ ...partOf(first, 'dog_park'), owner: 'dogs-team' });
    expect(partOf(fixed, 'cat_park')).toBe(partOf(first, 'cat_park'));
    expect(fixed.compiled?.manifest.subscriptions).toBe(first.compiled?.manifest.subscriptions);
  });

  test('is whole after the configuration was broken for a while', async () => {
    const { first, write, asked } = await openBuilder();
    const broken = await write(config, 'format: 1', 'format: [');
    expect(broken.workspace).toBeUndefined();
    asked.length = 0;
    const mended = await write(config, 'format: [', 'format: 1');
    expect(describeBuild(mended)).toEqual(describeBuild(first));
    expect(asked).toEqual([config]);
  });

  test('tells a fault of a definition at the API that names it now', async () => {
    const { files, builder } = await openBuilder();
    files[openapi] = '- a list\n';
    await builder.build(new Set([openapi]));
    const namedFirst = 'apis/cat_park/v1/api.yaml';
    files[namedFirst] = `# Another line.\n${files[namedFirst] ?? ''}`;
    const again = await builder.build(new Set([namedFirst]));
    expect(describeBuild(again)).toEqual(
      describeBuild(await build(memorySourceTree(files), config, 'production')),
    );
  });

  test('knows what has changed in the deployments that APIs name, and in the API that another names', async () => {
    const { files, write } = await openBuilder();
    const qa = '  qa:\n    gatewayUrl: https://gateway-qa.example.edu\n';
    const steps = [
      [api, 'owner:', 'deployments: { qa: { endpoints: {} } }\nowner:'],
      [config, qa, ''],
      [config, 'deployments:\n', `deployments:\n${qa}`],
      [api, '/dog_park', '/park_of_dogs'],
    ] as const;
    for (const [path, from, to] of steps) {
      const rebuilt = await write(path, from, to);
      const whole = await build(memorySourceTree(files), config, 'production');
      expect(describeBuild(rebuilt)).toEqual(describeBuild(whole));
    }
  });

  test('leaves what was built before as it was', async () => {
    const { first, write } = await openBuilder();
    const before = describeBuild(first);
    const text = first.sources.text(openapi);
    await write(openapi, 'title: Dog park', 'title: Dogs');
    expect(describeBuild(first)).toEqual(before);
    expect(first.sources.text(openapi)).toBe(text);
  });
});

describe('a builder', () => {
  test('looks at everything again where that is asked for', async () => {
    const { files, builder } = await openBuilder();
    files[openapi] = (files[openapi] ?? '').replace('title: Dog park', 'title: Dogs');
    for (const all of ['all', new Set(['']), new Set(['.'])] as const) {
      const rebuilt = await builder.build(all);
      expect(partOf(rebuilt, 'dog_park')?.contract['info']).toMatchObject({ title: 'Dogs' });
    }
  });

  test('makes nothing again of what is read again and is the same', async () => {
    const { first, builder } = await openBuilder();
    const rebuilt = await builder.build('all');
    expect(rebuilt.workspace?.apis.map((one, index) => one === first.workspace?.apis[index])).toEqual([
      true,
      true,
    ]);
  });

  test('takes what is remembered of a definition for what is found in it, with the same settings alone', async () => {
    const files: Record<string, string> = { ...firstSources };
    let remembered: BuildStore | undefined;
    /** Builds with the saved results of the last build; returns for how many definitions these were used. */
    const buildAgain = async () => {
      const store = new BuildStore('many');
      const [before, now] = [remembered?.of(rememberedDefinitions) ?? [], store.of(rememberedDefinitions)];
      for (const [path, one] of before) now.set(path, one.settings, one);
      const built = await createBuilder(memorySourceTree(files), config, 'production', store).build('all');
      expect(describeBuild(built)).toEqual(
        describeBuild(await build(memorySourceTree(files), config, 'production')),
      );
      remembered = store;
      const known = new Set([...before].map(([, one]) => one));
      return [...now].filter(([, one]) => known.has(one)).length;
    };
    expect([await buildAgain(), await buildAgain()]).toEqual([0, 1]);
    files[openapi] = `# Another line.\n${files[openapi] ?? ''}`;
    expect([await buildAgain(), await buildAgain()]).toEqual([0, 1]);
    files[config] = `${files[config] ?? ''}lint: { rules: { identifier-not-sequential: off } }\n`;
    expect([await buildAgain(), await buildAgain()]).toEqual([0, 1]);
    const trusted = new BuildStore('many');
    for (const [path, one] of remembered?.of(rememberedDefinitions) ?? [])
      trusted.of(rememberedDefinitions).set(path, one.settings, { ...one, findings: [] });
    const { diagnostics } = await createBuilder(memorySourceTree(files), config, 'production', trusted).build(
      'all',
    );
    expect(diagnostics.map(({ code }) => code)).not.toContain('identifier-not-sequential');
  });

  test('ends one build before it begins the next', async () => {
    const files: Record<string, string> = { ...firstSources };
    const tree = memorySourceTree(files);
    const gate = Promise.withResolvers<void>();
    const slow: SourceTree = {
      ...tree,
      read: async (path, maxBytes) => {
        const read = await tree.read(path, maxBytes);
        if (path === openapi && !files[openapi]?.includes('title: Dogs')) await gate.promise;
        return read;
      },
    };
    const builder = createBuilder(slow, config, 'production');
    const first = builder.build('all');
    await new Promise((resolve) => setImmediate(resolve));
    files[openapi] = (files[openapi] ?? '').replace('title: Dog park', 'title: Dogs');
    const second = builder.build(new Set([openapi]));
    await new Promise((resolve) => setImmediate(resolve));
    gate.resolve();
    const titles = [await first, await second, await builder.build(new Set())].map(
      (built) => partOf(built, 'dog_park')?.contract['info'],
    );
    expect(titles).toMatchObject([{ title: 'Dog park' }, { title: 'Dogs' }, { title: 'Dogs' }]);
  });

  test('refuses a deployment that the gateway does not have, until it has', async () => {
    const { first, write } = await openBuilder('qa');
    const qa = '  qa:\n    gatewayUrl: https://gateway-qa.example.edu\n';
    await expect(write(config, qa, '')).rejects.toThrow(new UnknownDeploymentError('qa'));
    expect(describeBuild(await write(config, 'deployments:\n', `deployments:\n${qa}`))).toMatchObject({
      table: describeBuild(first).table ?? {},
    });
  });
});
