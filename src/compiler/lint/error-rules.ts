import type { Rule } from '../rule/define-rule.ts';
import { errorBodyFields } from './rules/errors/error-body-fields.ts';
import { errorBodyTypes } from './rules/errors/error-body-types.ts';
import { errorBodyValues } from './rules/errors/error-body-values.ts';
import { errorBody } from './rules/errors/error-body.ts';

/** The rules on error bodies, in the order in which they are listed to people. */
export const errorRules: readonly Rule[] = [errorBody, errorBodyTypes, errorBodyFields, errorBodyValues];
