import type { JsonObject } from '#compiled/json.ts';
import type { Draw } from '../draw.ts';
import { drawSent, type Version } from './draw-text-schema.ts';
import { editSent } from './edit-text-schema.ts';

export type TextPlace = 'query' | 'header' | 'path' | 'cookie' | 'form' | 'response header';

/** How a value is declared, at one place of a document. */
export interface SentDeclaration {
  readonly schema: JsonObject;
  /** `style` and `explode`, or `collectionFormat` of OpenAPI 2.0. */
  readonly way: JsonObject;
  readonly allowsEmpty: boolean;
  readonly isRequired: boolean;
}

/** Two declarations of one value that is sent as text. */
export interface SentPair {
  readonly version: Version;
  readonly place: TextPlace;
  readonly base: SentDeclaration;
  readonly head: SentDeclaration;
}

const collections = ['csv', 'csv', 'ssv', 'tsv', 'pipes'].map((collectionFormat) => ({ collectionFormat }));
const multi = { collectionFormat: 'multi' };
const style = (name: string, explode: boolean): JsonObject => ({ style: name, explode });
const simple = [style('simple', false), style('simple', true)];
const named = [style('form', true), style('form', true), style('form', false)];

/** The ways in which a list or an object may be written, by place. */
const ways: Readonly<Record<TextPlace, readonly JsonObject[]>> = {
  query: [...named, style('spaceDelimited', false), style('pipeDelimited', false), style('deepObject', true)],
  form: [{}, ...named, style('pipeDelimited', false)],
  path: [...simple, ...['label', 'matrix'].flatMap((name) => [style(name, false), style(name, true)])],
  header: simple,
  'response header': simple,
  cookie: [style('form', false), style('form', true)],
};

export function drawPair(draw: Draw): SentPair {
  const version = draw.oneOf<Version>('2.0', '3.0.3', '3.1.0', '3.0.3', '3.1.0');
  const isOld = version === '2.0';
  const place = draw.oneOf<TextPlace>(
    'query',
    'header',
    'path',
    'form',
    'response header',
    ...(isOld ? [] : ['cookie' as const]),
  );
  const schema = drawSent(draw, version);
  const known = waysOf(version, place).filter(
    (way) => way['style'] !== 'deepObject' || schema['type'] === 'object',
  );
  const way = () => known[draw.below(known.length)] ?? {};
  const first = way();
  const mayBeEmpty = place === 'query' || (place === 'form' && isOld);
  const declare = (one: JsonObject, written: JsonObject): SentDeclaration => ({
    schema: one,
    way: written,
    allowsEmpty: mayBeEmpty && draw.once(8),
    isRequired: place === 'path' || !draw.once(4),
  });
  const base = declare(schema, first);
  const edited = editSent(draw, schema, version);
  const head = declare(
    draw.once(3) ? editSent(draw, edited, version) : edited,
    draw.once(10) ? way() : first,
  );
  return { version, place, base, head: { ...head, isRequired: base.isRequired } };
}

function waysOf(version: Version, place: TextPlace): readonly JsonObject[] {
  if (version !== '2.0') return ways[place];
  return place === 'query' || place === 'form' ? [...collections, multi] : collections;
}

/** The document of a declaration. */
export function documentOf(
  { schema, way, allowsEmpty, isRequired }: SentDeclaration,
  { version, place }: SentPair,
): JsonObject {
  const empty = allowsEmpty ? { allowEmptyValue: true } : {};
  if (version === '2.0')
    return swaggerOf(place, { ...schema, ...(schema['type'] === 'array' ? way : {}), ...empty }, isRequired);
  const parameter = { name: 'p', in: place, required: isRequired, schema, ...way, ...empty };
  if (place === 'form') return openapiOf(version, { requestBody: bodyOf(schema, way, isRequired) }, '');
  if (place === 'response header')
    return openapiOf(
      version,
      { responses: answer({ headers: { p: { required: isRequired, schema, ...way } } }) },
      '',
    );
  return openapiOf(version, { parameters: [parameter] }, place === 'path' ? '/{p}' : '');
}

function bodyOf(schema: JsonObject, way: JsonObject, isRequired: boolean): JsonObject {
  const form = { type: 'object', properties: { p: schema }, ...(isRequired && { required: ['p'] }) };
  const encoding = Object.keys(way).length > 0 ? { encoding: { p: way } } : {};
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema: form, ...encoding } } };
}

const answer = (more: JsonObject): JsonObject => ({ '200': { description: 'Done.', ...more } });

function openapiOf(openapi: string, operation: JsonObject, more: string): JsonObject {
  const post = { responses: answer({}), ...operation };
  return { openapi, info: { title: 'Dogs', version: '1' }, paths: { [`/dogs${more}`]: { post } } };
}

function swaggerOf(place: TextPlace, value: JsonObject, required: boolean): JsonObject {
  const parameter = { name: 'p', in: place === 'form' ? 'formData' : place, required, ...value };
  const isAnswer = place === 'response header';
  const post = {
    ...(place === 'form' && { consumes: ['application/x-www-form-urlencoded'] }),
    ...(!isAnswer && { parameters: [parameter] }),
    responses: answer(isAnswer ? { headers: { p: value } } : {}),
  };
  const path = place === 'path' ? '/dogs/{p}' : '/dogs';
  return { swagger: '2.0', info: { title: 'Dogs', version: '1' }, paths: { [path]: { post } } };
}
