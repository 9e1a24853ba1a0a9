import Ajv04 from 'ajv-draft-04';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type AjvCore from 'ajv/dist/core.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { dialectNames, dialectPatterns, type DialectName } from '#openapi/schema/dialects.ts';
import { baseVocabulary } from './base-vocabulary.ts';

/** The lines of OpenAPI whose Schema Objects have a dialect of JSON Schema. */
export type VersionWithDialects = '3.1' | '3.2';

/** The definitions that check Schema Objects of the default dialect, and refuse Schema Objects of other dialects. */
export function baseSchema(openapi: VersionWithDialects): JsonObject {
  const $schema = { type: 'string', pattern: dialectPatterns.base };
  return {
    base: { $ref: '#/$defs/keywords-base' },
    'keywords-base': keywordsOf('base', { ...baseVocabulary[openapi], $schema }),
  };
}

/**
 * The definitions that check Schema Objects of any dialect: one per dialect, by its name. A nested schema has the same
 * dialect unless its `$schema` names another one.
 */
export function dialectSchemas(openapi: VersionWithDialects): JsonObject {
  const definitions = dialectNames.map((name): readonly [string, JsonObject] => [
    name,
    {
      if: { properties: { $schema: { pattern: dialectPatterns[name] } } },
      // oxlint-disable-next-line unicorn/no-thenable -- the JSON Schema keyword of that name
      then: { $ref: `#/$defs/keywords-${name}` },
      else: { $ref: '#/$defs/namedDialect' },
    },
  ]);
  const keywords = dialectNames.map((name) => [
    `keywords-${name}`,
    keywordsOf(name, name === 'base' ? baseVocabulary[openapi] : {}),
  ]);
  return { ...Object.fromEntries(definitions), ...Object.fromEntries(keywords), namedDialect };
}

/**
 * The definition for schemas whose `$schema` names their dialect; in an unknown dialect, any object or boolean is
 * valid.
 */
const namedDialect = {
  type: ['object', 'boolean'],
  allOf: dialectNames.map((name) => ({
    if: { required: ['$schema'], properties: { $schema: { pattern: dialectPatterns[name] } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the JSON Schema keyword of that name
    then: { $ref: `#/$defs/keywords-${name}` },
  })),
};

/** The published meta-schema of a dialect: one document per vocabulary. */
function partsOf(name: DialectName): readonly JsonObject[] {
  if (name === 'draft-06') return [draft06];
  return Object.values(knowing(name).schemas).map((known) => known?.schema as JsonObject);
}

function knowing(name: DialectName): AjvCore.default {
  if (name === 'draft-07') return new Ajv();
  if (name === 'draft-04') return new Ajv04.default();
  return name === '2019-09' ? new Ajv2019() : new Ajv2020();
}

/**
 * The keywords of all vocabularies of a dialect in one schema, which refers only to definitions in this module: ajv
 * does not follow `$dynamicRef` across documents (ajv issue 1573).
 */
function keywordsOf(name: DialectName, added: JsonObject): JsonObject {
  const parts = partsOf(name);
  const merged = (member: string) =>
    Object.assign({}, ...parts.map((part) => rewrite(part[member] ?? {}, name))) as JsonObject;
  return {
    type: name === 'draft-04' ? 'object' : ['object', 'boolean'],
    properties: { ...merged('properties'), ...added },
    dependencies: merged('dependencies'),
    $defs: { ...merged('definitions'), ...merged('$defs') },
  };
}

/** Rewrites a part of a meta-schema to JSON Schema 2020-12 with references to the definitions in this module. */
function rewrite(value: Json, name: DialectName): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => rewrite(item, name));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): readonly [string, Json] =>
    typeof member === 'string' && references.includes(key)
      ? ['$ref', rewriteReference(member, name)]
      : [key, rewrite(member, name)],
  );
  const isExclusive = value['exclusiveMinimum'] === true;
  return { ...Object.fromEntries(members), ...(isExclusive && { exclusiveMinimum: value['minimum'] ?? 0 }) };
}

const references = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Rewrites a reference to a definition, or to a whole meta-schema, whichever document contains it. */
function rewriteReference(reference: string, name: DialectName): string {
  const [, definition] = /\/(?:\$defs|definitions)\/(.*)$/.exec(reference) ?? [];
  return definition === undefined ? `#/$defs/${name}` : `#/$defs/keywords-${name}/$defs/${definition}`;
}
