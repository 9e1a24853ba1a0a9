import type { Rule } from '../rule/define-rule.ts';
import { pathAmbiguous } from './rules/paths/path-ambiguous.ts';
import { pathCompoundIdentifier } from './rules/paths/path-compound-identifier.ts';
import { pathConcrete } from './rules/paths/path-concrete.ts';
import { pathHierarchy } from './rules/paths/path-hierarchy.ts';
import { pathNoTrailingSlash } from './rules/paths/path-no-trailing-slash.ts';
import { pathNoVersion } from './rules/paths/path-no-version.ts';
import { pathNoun } from './rules/paths/path-noun.ts';
import { pathParameters } from './rules/paths/path-parameters.ts';
import { pathPlural } from './rules/paths/path-plural.ts';
import { pathQualifiedIdentifier } from './rules/paths/path-qualified-identifier.ts';
import { pathSnakeCase } from './rules/paths/path-snake-case.ts';

/** The rules on paths, in the order in which they are listed to people. */
export const pathRules: readonly Rule[] = [
  pathSnakeCase,
  pathNoun,
  pathPlural,
  pathConcrete,
  pathHierarchy,
  pathCompoundIdentifier,
  pathQualifiedIdentifier,
  pathNoVersion,
  pathNoTrailingSlash,
  pathAmbiguous,
  pathParameters,
];
