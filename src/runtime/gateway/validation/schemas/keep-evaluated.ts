import { _, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Corrects what ajv counts as evaluated for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12, sections
 * 11.2 and 11.3). Its code makes the record of it only where a value takes a branch, so that on other ways what is
 * described next to the branch is lost, and in a list the record of the item before is still there.
 */
export function keepEvaluated(ajv: Ajv2020): void {
  for (const keyword of branching) before(ajv, keyword, declareEvaluated);
  after(ajv, '$ref', copyEvaluated);
  replaceCode(ajv, 'if', () => codeOfIf);
}

/** The keywords that evaluate properties or items of some values only. */
const branching = ['anyOf', 'oneOf', 'patternProperties', 'dependentSchemas'] as const;

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
