import { _, type CodeKeywordDefinition, type KeywordCxt, Name, nil, stringify } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Corrects which parts ajv counts as evaluated for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12,
 * sections 11.2 and 11.3). ajv creates the record of evaluated parts only inside a branch that a value takes. On other
 * paths, the parts that are described next to the branch are lost, and in a list the record of the previous item is
 * still there. For `contains`, ajv counts all items as evaluated instead of the matching ones.
 */
export function keepEvaluated(ajv: Ajv2020): void {
  for (const keyword of ['anyOf', 'oneOf']) before(ajv, keyword, declareEvaluated);
  for (const keyword of ['patternProperties', 'dependentSchemas']) declareForAll(ajv, keyword);
  after(ajv, '$ref', copyEvaluated);
  replaceCode(ajv, 'if', () => codeOfIf);
  replaceCode(ajv, 'unevaluatedItems', () => codeOfUnevaluatedItems);
  replaceForAll(ajv, 'contains', () => codeOfContains);
}

type Code = CodeKeywordDefinition['code'];

/** Replaces the code of a keyword. Each instance of ajv has its own definitions. */
function replaceCode(ajv: Ajv2020, keyword: string, make: (code: Code) => Code): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  definition.code = make(definition.code);
}

function before(ajv: Ajv2020, keyword: string, first: (context: KeywordCxt) => void): void {
  replaceCode(ajv, keyword, (code) => (context, type) => {
    first(context);
    code(context, type);
  });
}

function after(ajv: Ajv2020, keyword: string, then: (context: KeywordCxt) => void): void {
  replaceCode(ajv, keyword, (code) => (context, type) => {
    code(context, type);
    then(context);
  });
}

/** Replaces the code of a keyword and removes its type, so that the code also runs for values of other types. */
function replaceForAll(ajv: Ajv2020, keyword: string, make: (code: Code) => Code): void {
  const { type: _type, code, ...definition } = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  ajv.removeKeyword(keyword).addKeyword({ ...definition, code: make(code) });
}

/** Creates the record before a keyword for objects checks the type of the value, since lists need the record too. */
function declareForAll(ajv: Ajv2020, keyword: string): void {
  replaceForAll(ajv, keyword, (code) => (context, type) => {
    const { gen, data } = context;
    declareEvaluated(context);
    const isObject = _`${data} && typeof ${data} == "object" && !Array.isArray(${data})`;
    gen.if(isObject, () => gen.block(() => code(context, type)));
  });
}

/** Creates the record of evaluated parts on every path of the code. It has no prototype, and so no inherited names. */
function declareEvaluated({ gen, it }: KeywordCxt): void {
  if (it.props !== true && !(it.props instanceof Name)) {
    const names = Object.keys(it.props ?? {}).map((name) => [name, true]);
    it.props = gen.var(
      'props',
      _`Object.assign(Object.create(null), ${stringify(Object.fromEntries(names))})`,
    );
  }
  if (it.items !== true && !(it.items instanceof Name)) it.items = gen.var('items', _`${it.items ?? 0}`);
}

/**
 * Copies the record of a referenced schema, so that the original does not get the parts that are described next to the
 * reference.
 */
function copyEvaluated({ gen, it }: KeywordCxt): void {
  if (!(it.props instanceof Name)) return;
  it.props = gen.var('props', _`${it.props} === true || Object.assign(Object.create(null), ${it.props})`);
}

/** The code of ajv, except that a test that fails does not count as evaluated. */
function codeOfIf(context: KeywordCxt): void {
  const { gen, parentSchema } = context;
  declareEvaluated(context);
  const [isValid, passes, ifClause] = [gen.let('valid', true), gen.name('passes'), gen.let('clause')];
  const quietly = { compositeRule: true, createErrors: false, allErrors: false } as const;
  const test = context.subschema({ keyword: 'if', ...quietly }, passes);
  context.reset();
  context.setParams({ ifClause });
  const check = (keyword: 'then' | 'else') => {
    if (parentSchema[keyword] === undefined) return;
    gen.assign(ifClause, _`${keyword}`);
    const branch = context.subschema({ keyword }, passes);
    gen.assign(isValid, passes);
    context.mergeValidEvaluated(branch, isValid);
  };
  gen.if(
    passes,
    () => {
      context.mergeEvaluated(test, Name);
      check('then');
    },
    () => check('else'),
  );
  context.pass(isValid, () => context.error(true));
}

/** The prefix of an item's index in the record of evaluated names; no property name begins with it. */
const item = '\u0000';

/** Marks every matching item as evaluated, also beyond the number that `minContains` requires. */
function codeOfContains(context: KeywordCxt): void {
  const { gen, data, parentSchema } = context;
  const { minContains: min = 1, maxContains: max } = parentSchema as Record<string, number | undefined>;
  declareEvaluated(context);
  context.setParams({ min, max });
  const [isValid, fits] = [gen.let('valid', true), gen.name('fits')];
  gen.if(_`Array.isArray(${data})`, () => {
    const count = gen.let('count', 0);
    gen.forRange('i', 0, _`${data}.length`, (index) => {
      context.subschema({ keyword: 'contains', compositeRule: true, ...itemAt(index) }, fits);
      gen.if(fits, () => {
        gen.code(_`${count}++`);
        keepItem(context, index);
      });
    });
    gen.assign(isValid, _`${count} >= ${min}${max === undefined ? nil : _` && ${count} <= ${max}`}`);
  });
  context.result(isValid, () => context.reset());
}

/** The location of an item in ajv's terms: 0 is its type of a numeric index. */
function itemAt(dataProp: Name) {
  return { dataProp, dataPropType: 0 } as const;
}

/** Marks an item as evaluated. If all properties are evaluated, the record has no names, and all items are marked. */
function keepItem({ gen, it: { props, items } }: KeywordCxt, index: Name): void {
  if (items === true) return;
  const keepAll = () => gen.assign(items as Name, true);
  if (!(props instanceof Name)) return void keepAll();
  gen.if(_`${props} === true`, keepAll, () => gen.assign(_`${props}[${item} + ${index}]`, true));
}

function codeOfUnevaluatedItems(context: KeywordCxt): void {
  const { gen, data, it } = context;
  const { items = 0, props } = it;
  it.items = true;
  if (items === true) return;
  const [isValid, fits] = [gen.let('valid', true), gen.name('fits')];
  const check = (index: Name) => {
    context.subschema({ keyword: 'unevaluatedItems', ...itemAt(index) }, fits);
    gen.if(_`!${fits}`, () => gen.assign(isValid, false));
    if (!it.allErrors) gen.if(_`!${fits}`, () => gen.break());
  };
  gen.if(_`${items} !== true`, () =>
    gen.forRange('i', items, _`${data}.length`, (index) => {
      if (!(props instanceof Name)) return check(index);
      gen.if(_`!(${props} && ${props}[${item} + ${index}])`, () => check(index));
    }),
  );
  context.ok(isValid);
}
