import type { Rule } from '../rule/define-rule.ts';
import { authorizationParameter } from './rules/security/authorization-parameter.ts';
import { identifierNotSequential } from './rules/security/identifier-not-sequential.ts';
import { securityBearer } from './rules/security/security-bearer.ts';
import { securitySchemeDeclared } from './rules/security/security-scheme-declared.ts';
import { securityScopeDeclared } from './rules/security/security-scope-declared.ts';
import { securityScopeFormat } from './rules/security/security-scope-format.ts';
import { serverTls } from './rules/security/server-tls.ts';

/** The rules on identity and security, in the order in which they are listed to people. */
export const securityRules: readonly Rule[] = [
  identifierNotSequential,
  serverTls,
  authorizationParameter,
  securityBearer,
  securitySchemeDeclared,
  securityScopeDeclared,
  securityScopeFormat,
];
