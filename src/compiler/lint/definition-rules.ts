import type { Rule } from '#compiler/rule/define-rule.ts';
import { nullableType } from './rules/documents/nullable-type.ts';
import { referenceKind } from './rules/documents/reference-kind.ts';
import { referenceSiblings } from './rules/documents/reference-siblings.ts';
import { operationIdUnique } from './rules/documents/operation-id-unique.ts';
import { tagUnique } from './rules/documents/tag-unique.ts';
import { tagParent } from './rules/documents/tag-parent.ts';
import { linkOperation } from './rules/documents/link-operation.ts';
import { serverVariables } from './rules/documents/server-variables.ts';
import { bodyParameters } from './rules/documents/body-parameters.ts';
import { arrayItems } from './rules/documents/array-items.ts';
import { schemaPattern } from './rules/documents/schema-pattern.ts';
import { schemaLimits } from './rules/documents/schema-limits.ts';
import { schemaValues } from './rules/documents/schema-values.ts';
import { schemaDialect } from './rules/documents/schema-dialect.ts';
import { requiredAllowed } from './rules/documents/required-allowed.ts';
import { requiredHeaderForwarded } from './rules/documents/required-header-forwarded.ts';
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
import { negotiationByHeader } from './rules/queries/negotiation-by-header.ts';
import { queryCamelCase } from './rules/queries/query-camel-case.ts';
import { queryFilter } from './rules/queries/query-filter.ts';
import { queryPagingOffered } from './rules/queries/query-paging-offered.ts';
import { queryPagingStyle } from './rules/queries/query-paging-style.ts';
import { queryPagingTypes } from './rules/queries/query-paging-types.ts';
import { querySort } from './rules/queries/query-sort.ts';
import { querySortDefault } from './rules/queries/query-sort-default.ts';
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
import { arrayHomogeneous } from './rules/bodies/array-homogeneous.ts';
import { bodyMediaType } from './rules/bodies/body-media-type.ts';
import { collectionArray } from './rules/bodies/collection-array.ts';
import { collectionEmbedded } from './rules/bodies/collection-embedded.ts';
import { collectionMetadata } from './rules/bodies/collection-metadata.ts';
import { dateTimeFormat } from './rules/bodies/date-time-format.ts';
import { dateTimeValues } from './rules/bodies/date-time-values.ts';
import { embeddedSelf } from './rules/bodies/embedded-self.ts';
import { linkObject } from './rules/bodies/link-object.ts';
import { linksSelf } from './rules/bodies/links-self.ts';
import { pagingLinks } from './rules/bodies/paging-links.ts';
import { subResourceEmbedded } from './rules/bodies/sub-resource-embedded.ts';
import { valueType } from './rules/bodies/value-type.ts';
import { errorBodyFields } from './rules/errors/error-body-fields.ts';
import { errorBodyTypes } from './rules/errors/error-body-types.ts';
import { errorBodyValues } from './rules/errors/error-body-values.ts';
import { errorBody } from './rules/errors/error-body.ts';
import { authorizationParameter } from './rules/security/authorization-parameter.ts';
import { identifierNotSequential } from './rules/security/identifier-not-sequential.ts';
import { securityBearer } from './rules/security/security-bearer.ts';
import { securitySchemeDeclared } from './rules/security/security-scheme-declared.ts';
import { securityScopeDeclared } from './rules/security/security-scope-declared.ts';
import { securityScopeFormat } from './rules/security/security-scope-format.ts';
import { serverTls } from './rules/security/server-tls.ts';

/** The rules on OpenAPI documents as such, in the order in which they are listed to people. */
export const documentRules: readonly Rule[] = [
  referenceKind,
  referenceSiblings,
  operationIdUnique,
  tagUnique,
  tagParent,
  linkOperation,
  serverVariables,
  bodyParameters,
  arrayItems,
  schemaPattern,
  schemaLimits,
  requiredAllowed,
  schemaValues,
  schemaDialect,
  nullableType,
];

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

/** The rules on query parameters and headers of requests, in the order in which they are listed to people. */
export const queryRules: readonly Rule[] = [
  queryCamelCase,
  queryPagingStyle,
  queryPagingTypes,
  queryPagingOffered,
  querySort,
  querySortDefault,
  queryFilter,
  negotiationByHeader,
];

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

/** The rules on bodies, in the order in which they are listed to people. */
export const bodyRules: readonly Rule[] = [
  bodyMediaType,
  valueType,
  arrayHomogeneous,
  dateTimeFormat,
  dateTimeValues,
  collectionEmbedded,
  collectionArray,
  collectionMetadata,
  pagingLinks,
  linkObject,
  linksSelf,
  embeddedSelf,
  subResourceEmbedded,
];

/** The rules on error bodies, in the order in which they are listed to people. */
export const errorRules: readonly Rule[] = [errorBody, errorBodyTypes, errorBodyFields, errorBodyValues];

/** The rules on identity and security, in the order in which they are listed to people. */
export const securityRules: readonly Rule[] = [
  identifierNotSequential,
  serverTls,
  authorizationParameter,
  requiredHeaderForwarded,
  securityBearer,
  securitySchemeDeclared,
  securityScopeDeclared,
  securityScopeFormat,
];
