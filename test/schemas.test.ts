import { readdir, readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderSchemas } from '#cli/new-repository/render-schemas.ts';

test('the schemas for editors are those of the declarations; `npm run generate` writes them', async () => {
  const files = (await readdir('schemas')).toSorted();
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(`schemas/${file}`, 'utf8')]),
  );
  expect(Object.fromEntries(texts)).toEqual(renderSchemas());
});

test.each(Object.entries(renderSchemas()))('%s is a JSON Schema of draft 07', (_, text) => {
  const ajv = addFormats.default(new Ajv({ strict: true, allowUnionTypes: true }));
  expect(ajv.validateSchema(JSON.parse(text))).toBe(true);
  expect(() => ajv.compile(JSON.parse(text))).not.toThrow();
});

test.each(Object.entries(renderSchemas()))('%s describes every form that it demands', (_, text) => {
  // Without it, a finding says that a form is wrong, and not what the right one is.
  expect(findUndescribed(JSON.parse(text), '')).toEqual([]);
});

function findUndescribed(schema: unknown, pointer: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, format, description } = schema as Readonly<Record<string, unknown>>;
  const isForm = [pattern, format].some((form) => typeof form === 'string') && description === undefined;
  const below = Object.entries(schema).flatMap(([name, part]) => findUndescribed(part, `${pointer}/${name}`));
  return isForm ? [pointer, ...below] : below;
}
