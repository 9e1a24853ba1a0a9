import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { schemaFileOf } from '#compiler/propose/render-declaration.ts';
import { isJsonObject } from '#compiled/json.ts';
import type { Kind } from '#compiler/declaration/kinds.ts';

/** The YAML files of the configuration and the examples with declarations, relative to the root, sorted. */
export async function listDeclarationFiles(root: string): Promise<readonly string[]> {
  const files = ['gateway.config.yaml'];
  for await (const file of glob('examples/**/*.yaml', { cwd: root })) files.push(file);
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter((_, index) => /^kind:/m.test(texts[index] ?? '')).toSorted();
}

/** What keeps an editor from checking a file of declarations by the schema that its first line names. */
export async function checkEditorSchemas(root: string, file: string): Promise<readonly string[]> {
  const text = await readFile(join(root, file), 'utf8');
  const [, named] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
  if (named === undefined) return [`${file} names no schema in its first line`];
  const schemaFile = join(root, dirname(file), named);
  const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
  const declarations = parseAllDocuments(text).map((document): unknown => document.toJS());
  return declarations.flatMap((declaration) =>
    checkDeclaration(schema, declaration, file, relative(root, schemaFile)),
  );
}

function checkDeclaration(
  schema: unknown,
  declaration: unknown,
  file: string,
  schemaFile: string,
): readonly string[] {
  if (!isJsonObject(schema) || !isJsonObject(declaration)) return [`${file} or ${schemaFile} is no object`];
  const { kind } = declaration;
  if (typeof kind !== 'string') return [`${file} has a document without a kind`];
  const expected = `schemas/${schemaFileOf(kind as Kind)}`;
  if (schemaFile !== expected) return [`${file} names ${schemaFile} in place of ${expected}`];
  const ajv = new Ajv({ strict: false, allErrors: true });
  if (ajv.validate(schema, declaration)) return [];
  return [`${file}: ${ajv.errorsText()}`];
}
