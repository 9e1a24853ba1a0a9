import type { Rule } from '../rule/define-rule.ts';
import { createdLocation } from './rules/methods/created-location.ts';
import { headLikeGet } from './rules/methods/head-like-get.ts';
import { methodKnown } from './rules/methods/method-known.ts';
import { methodNotFoundDeclared } from './rules/methods/method-not-found-declared.ts';
import { methodResponses } from './rules/methods/method-responses.ts';
import { methodSuccessDeclared } from './rules/methods/method-success-declared.ts';
import { noContentBody } from './rules/methods/no-content-body.ts';
import { notModifiedHeaders } from './rules/methods/not-modified-headers.ts';
import { optionsAllow } from './rules/methods/options-allow.ts';
import { requestBodyAllowed } from './rules/methods/request-body-allowed.ts';
import { statusCodeKnown } from './rules/methods/status-code-known.ts';
import { successBody } from './rules/methods/success-body.ts';

/** The rules on methods and their responses, in the order in which they are listed to people. */
export const methodRules: readonly Rule[] = [
  methodKnown,
  methodResponses,
  methodSuccessDeclared,
  methodNotFoundDeclared,
  statusCodeKnown,
  createdLocation,
  successBody,
  noContentBody,
  notModifiedHeaders,
  requestBodyAllowed,
  headLikeGet,
  optionsAllow,
];
