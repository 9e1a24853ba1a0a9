import type { Rule } from '../rule/define-rule.ts';
import { referenceKind } from './rules/documents/reference-kind.ts';

/** The rules on OpenAPI documents as such, in the order in which they are listed to people. */
export const documentRules: readonly Rule[] = [referenceKind];
