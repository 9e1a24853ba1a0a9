import { _, Name, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import type Ajv from 'ajv/dist/core.js';

/**
 * Fixes `unevaluatedProperties` in ajv, which treats names that every object inherits, such as `constructor`, as
 * evaluated properties.
 */
export function withOwnNames(ajv: Ajv.default): Ajv.default {
  const definition = ajv.getKeyword('unevaluatedProperties') as CodeKeywordDefinition;
  definition.code = refuseUnevaluated;
  return ajv;
}

/**
 * Generates the code of ajv for `unevaluatedProperties: false`, the only value in the schemas of OpenAPI, but with own
 * names only.
 */
function refuseUnevaluated(context: KeywordCxt): void {
  const { gen, data, it, schema } = context;
  if (schema !== false) throw new Error('Only `unevaluatedProperties: false` is supported.');
  const { allErrors, props } = it;
  it.props = true;
  const isValid = gen.let('valid', true);
  const refuse = (key: Name) => {
    context.setParams({ unevaluatedProperty: key });
    context.error();
    gen.assign(isValid, false);
    if (!allErrors) gen.break();
  };
  const check = (key: Name) => gen.if(isUnevaluated(props, key), () => refuse(key));
  const checkAll = () => gen.forIn('key', data, check);
  if (props instanceof Name) gen.if(_`${props} !== true`, checkAll);
  else if (props !== true) checkAll();
  context.ok(isValid);
}

function isUnevaluated(props: KeywordCxt['it']['props'], key: Name) {
  if (props instanceof Name) return _`!${props} || !Object.hasOwn(${props}, ${key})`;
  const names = typeof props === 'object' ? Object.keys(props) : [];
  return names.reduce((code, name) => _`${code} && ${key} !== ${name}`, _`true`);
}
