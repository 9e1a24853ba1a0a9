import { _, type CodeKeywordDefinition } from 'ajv';
import type Ajv from 'ajv/dist/core.js';
import { hasUniqueItems } from './unique-items.ts';

/**
 * Replaces `uniqueItems` of ajv, which compares all pairs of items, so that 5,000 parameters take seconds. It also
 * calls members of items that are named `toString` or `valueOf`.
 */
export function withUniqueItems<T extends Ajv.default>(ajv: T): T {
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  return ajv;
}

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must NOT have duplicate items' },
  code(context) {
    if (context.schema !== true) return;
    const check = context.gen.scopeValue('func', {
      ref: hasUniqueItems,
      code: _`require("./unique-items").hasUniqueItems`,
    });
    context.pass(_`${check}(${context.data})`);
  },
};
