import fc from 'fast-check';
import { expect, test } from 'vitest';
import { join } from 'node:path';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { SourceReader } from '#serve/sources/read-source.ts';
import { SourceReports } from '#serve/sources/source-reports.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { draws } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const declaration = 'apis/dog_park/v1/api.yaml';
const text = cleanSources[declaration] ?? '';
const key = 'DogPark/v1';

async function openReports(isolates: boolean) {
  const isolation = isolates ? 'reload: { isolate: true }\n' : '';
  const sources = { ...cleanSources, [config]: `${cleanSources[config] ?? ''}${isolation}` };
  const folder = await temporaryFolder(sources);
  const source = { kind: 'folder', root: folder.path, configFile: config } as const;
  const reader = new SourceReader('production');
  const reports = new SourceReports('production');
  const read = async (written?: string) => {
    if (written !== undefined) await folder.write(declaration, written);
    const reading = await reader.read(
      source,
      written === undefined ? 'all' : new Set([join(folder.path, declaration)]),
    );
    reports.follow(reading);
    reader.accept();
    const report = reports.read({ apis: [key, 'CatCafe/v1'], withFindings: true });
    const { findings = [] } = report?.apis.get(key) ?? {};
    const errors = findings.filter(({ severity }) => severity === 'error');
    const held = [...(report?.held ?? [])].map(([name, reasons]) => [name, reasons.map(({ code }) => code)]);
    return { isBroken: report?.isBroken, errors: errors.map(({ code }) => code), held };
  };
  return { read, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const fine = { isBroken: false, errors: [], held: [] };

test.each([
  ['a syntax error', `${text}name: [broken\n`, ['yaml-syntax']],
  ['an unknown field', `${text}colour: red\n`, ['unknown-field']],
  ['another kind', text.replace('kind: Api', 'kind: Dog'), ['unknown-kind']],
  ['no text', '', undefined],
])('the owner of a declaration with %s sees its errors, isolated or not', async (_name, broken, codes) => {
  for (const isolates of [true, false]) {
    await using reports = await openReports(isolates);
    expect(await reports.read()).toEqual(fine);
    const { isBroken, held } = await reports.read(broken);
    if (codes === undefined) expect(held).toEqual([]);
    else expect({ isBroken, held }).toEqual({ isBroken: !isolates, held: [[key, codes]] });
    expect(await reports.read(text)).toEqual(fine);
  }
});

test('an error of a declaration that can be read is among its findings, and the version is held back', async () => {
  await using reports = await openReports(true);
  await reports.read();
  const report = await reports.read(text.replace('context: /dog_park', 'context: /dogPark'));
  expect(report.errors).toContain('api-context-format');
  expect(report.held).toEqual([[key, []]]);
});

type Mark = 'A' | 'B' | 'C';

/** What may be wrong with a document; its messages contain the mark of its owner. */
const faults: Readonly<Record<string, (document: string, mark: string) => string>> = {
  none: (document) => document,
  'an unknown field': (document, mark) => `${document}${mark}: red\n`,
  'another kind': (document, mark) => document.replace('kind: Api', `kind: ${mark}`),
  'a duplicate key': (document, mark) => `${document}${mark}: 1\n${mark}: 2\n`,
  'no name': (document, mark) => document.replace(/^name: .*\n/m, `${mark}: red\n`),
};

test('an owner sees the errors of no other document of a file, however documents are moved', async () => {
  await using folder = await temporaryFolder(cleanSources);
  const { path: root } = folder;
  const names = { A: 'DogPark', B: 'CatPark', C: 'OwlPark' };
  const documents = Object.entries(names).map(([mark, name]) => {
    const context = name.replace('Park', '_park').toLowerCase();
    const written = text.replace('DogPark', name).replace('/dog_park', `/${context}`);
    return { mark, written, api: `${name}/v1` };
  });
  const application = 'kind: Application\nname: zebra\nZ: red\n';
  const source = { kind: 'folder', root, configFile: config } as const;
  const drawn = fc.record({
    order: fc.shuffledSubarray(documents, { minLength: 2 }),
    faultOf: fc.record({ A: fault(), B: fault(), C: fault() }),
    hasApplication: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ order, faultOf, hasApplication }) => {
      const reader = new SourceReader('production');
      const reports = new SourceReports('production');
      const read = async (parts: readonly string[]) => {
        await folder.write(declaration, parts.join('---\n'));
        reports.follow(await reader.read(source, new Set([join(root, declaration)])));
      };
      await read(documents.map(({ written }) => written));
      const broken = order.map(
        ({ mark, written }) => faults[faultOf[mark as Mark]]?.(written, `${mark}x`) ?? '',
      );
      await read([...(hasApplication ? [application] : []), ...broken]);
      for (const { mark, api } of documents) {
        const shown = JSON.stringify(reports.read({ apis: [api], withFindings: true })?.held.get(api) ?? []);
        const found = [...shown.matchAll(/\b([ABC])x\b|\bZ\b/g)].map(([word, one]) => one ?? word);
        const isThere = order.some((one) => one.mark === mark);
        const own = faultOf[mark as Mark];
        // What hides in a document without a name, or behind an error of the syntax, nobody can tell.
        const hiding = isThere && own !== 'no name' ? [] : ['no name', 'a duplicate key'];
        const others = order.filter((one) => hiding.includes(faultOf[one.mark as Mark]));
        const allowed = new Set([...(isThere ? [mark] : []), ...others.map((one) => one.mark)]);
        expect(
          found.filter((one) => !allowed.has(one)),
          shown,
        ).toEqual([]);
        if (isThere && own !== 'none' && own !== 'no name') expect(found).toContain(mark);
      }
    }),
    { numRuns: draws(60) },
  );
});

function fault() {
  return fc.constantFrom(...Object.keys(faults));
}
