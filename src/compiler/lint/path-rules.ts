import type { Rule } from '../rule/define-rule.ts';
import { pathSnakeCase } from './rules/paths/path-snake-case.ts';

/** The rules on paths, in the order in which they are listed to people. */
export const pathRules: readonly Rule[] = [pathSnakeCase];
