import { expect, test } from 'vitest';
import { join } from 'node:path';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { SourceReader } from '#serve/sources/read-source.ts';
import { SourceReports } from '#serve/sources/source-reports.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';

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
