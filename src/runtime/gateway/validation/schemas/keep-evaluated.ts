import { _, type CodeKeywordDefinition, type KeywordCxt, Name, nil, stringify } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Corrects what ajv counts as evaluated for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12, sections
 * 11.2 and 11.3). Its code makes the record of it only where a value takes a branch, so that on other ways what is
 * described next to the branch is lost, and in a list the record of the item before is still there. Where a list has to
 * contain an item, it counts all of them.
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

/** Each instance of ajv has its own definitions. */
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

/** Without a type, so that its code also runs for values of other types. */
function replaceForAll(ajv: Ajv2020, keyword: string, make: (code: Code) => Code): void {
  const { type: _type, code, ...definition } = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  ajv.removeKeyword(keyword).addKeyword({ ...definition, code: make(code) });
}

/** Makes the record of a keyword for objects before their type is known: lists need it too. */
function declareForAll(ajv: Ajv2020, keyword: string): void {
  replaceForAll(ajv, keyword, (code) => (context, type) => {
    const { gen, data } = context;
    declareEvaluated(context);
    const isObject = _`${data} && typeof ${data} == "object" && !Array.isArray(${data})`;
    gen.if(isObject, () => gen.block(() => code(context, type)));
  });
}

/** Makes the record for all ways; without the names that every object inherits. */
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

/** The record of a schema that is referred to belongs to that schema, and must not get what is next to the reference. */
function copyEvaluated({ gen, it }: KeywordCxt): void {
  if (!(it.props instanceof Name)) return;
  it.props = gen.var('props', _`${it.props} === true || Object.assign(Object.create(null), ${it.props})`);
}

/** The same as that of ajv, which counts a test that a value does not fit. */
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

/** Before the number of an item that a list contains, among the names that are evaluated: no property has that name. */
const item = '\u0000';

/** Counts the items that fit, whether they are needed or not. */
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

/** As ajv calls the kind of a place that is a number. */
function itemAt(dataProp: Name) {
  return { dataProp, dataPropType: 0 } as const;
}

/** Marks an item as evaluated. No names are kept once all properties are evaluated; then all items are. */
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
