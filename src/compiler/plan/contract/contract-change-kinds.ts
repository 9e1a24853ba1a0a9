import type { Compatibility } from '../change.ts';

interface ContractChangeKind {
  readonly compatibility: Compatibility;
  /** What has happened, in a few words without a full stop. */
  readonly summary: string;
}

const breaking = (summary: string): ContractChangeKind => ({ compatibility: 'breaking', summary });
const risky = (summary: string): ContractChangeKind => ({ compatibility: 'risky', summary });
const compatible = (summary: string): ContractChangeKind => ({ compatibility: 'compatible', summary });
const text = (summary: string): ContractChangeKind => ({ compatibility: 'text', summary });

/**
 * Every kind of change of a contract, and what it means for callers. What a request may hold is judged from the side of
 * who sends it, so less is breaking; what an answer may hold, from the side of who reads it, so more is. The schemas of
 * parameters count as those of requests, those of answers' headers as those of answers; callbacks and webhooks the
 * other way round, since there the caller answers.
 */
export const contractChangeKinds = {
  'operation-added': compatible('an operation is new'),
  'operation-removed': breaking('an operation is gone'),
  'operation-deprecated': compatible('an operation is marked as deprecated'),
  'operation-undeprecated': compatible('an operation is no longer marked as deprecated'),
  'operation-id-changed': risky('an operation has another operationId, which generated clients are named by'),
  'path-parameter-renamed': risky('a path parameter has another name, which generated clients use'),
  'callback-added': compatible('a callback or webhook is new'),
  'callback-removed': breaking('a callback or webhook is gone'),

  'security-tightened': breaking('a call needs a scope or a credential that it did not need'),
  'security-relaxed': compatible('a call needs less than it did'),
  'security-scheme-changed': breaking('a credential is sent in another way'),

  'required-parameter-added': breaking('a parameter is new and required'),
  'optional-parameter-added': compatible('a parameter is new and optional'),
  'parameter-removed': risky('a parameter is gone'),
  'parameter-moved': breaking('a parameter stands elsewhere in the request'),
  'parameter-became-required': breaking('a parameter is required that was optional'),
  'parameter-became-optional': compatible('a parameter is optional that was required'),
  'parameter-style-changed': breaking('a parameter is written in another way'),
  'parameter-deprecated': compatible('a parameter is marked as deprecated'),
  'parameter-undeprecated': compatible('a parameter is no longer marked as deprecated'),

  'required-request-body-added': breaking('a request needs a body that had none'),
  'optional-request-body-added': compatible('a request may have a body that had none'),
  'request-body-removed': breaking('a request has no body any more'),
  'request-body-became-required': breaking('the body of a request is required that was optional'),
  'request-body-became-optional': compatible('the body of a request is optional that was required'),
  'request-media-type-added': compatible('a request may have one more media type'),
  'request-media-type-removed': breaking('a request may have one media type less'),

  'response-added': compatible('a status is new among the answers'),
  'success-response-removed': breaking('a status that says success is gone from the answers'),
  'error-response-removed': compatible('a status that says no success is gone from the answers'),
  'response-media-type-added': compatible('an answer may have one more media type'),
  'response-media-type-removed': breaking('an answer may have one media type less'),
  'response-header-added': compatible('an answer has one more header'),
  'required-response-header-removed': breaking('an answer lacks a header that it always had'),
  'optional-response-header-removed': risky('an answer lacks a header that it could have'),
  'response-header-became-optional': breaking('an answer may lack a header that it always had'),
  'response-header-became-required': compatible('an answer always has a header that it could have'),

  'request-type-narrowed': breaking('fewer types are accepted'),
  'request-type-widened': compatible('more types are accepted'),
  'request-type-changed': breaking('another type is accepted'),
  'request-became-nullable': compatible('null is accepted'),
  'request-became-not-nullable': breaking('null is not accepted any more'),
  'request-enum-value-added': compatible('one more value of an enum is accepted'),
  'request-enum-value-removed': breaking('one value of an enum is not accepted any more'),
  'request-enum-added': breaking('only the values of an enum are accepted'),
  'request-enum-lifted': compatible('more than the values of an enum are accepted'),
  'request-format-narrowed': breaking('a narrower format is asked for'),
  'request-format-widened': compatible('a wider format is accepted'),
  'request-format-changed': breaking('another format is asked for'),
  'request-limit-added': risky('a limit is new where there was none'),
  'request-limit-removed': compatible('a limit is gone'),
  'request-limit-tightened': breaking('a limit is tighter'),
  'request-limit-loosened': compatible('a limit is looser'),
  'request-pattern-added': breaking('a pattern is asked for'),
  'request-pattern-removed': compatible('a pattern is not asked for any more'),
  'request-pattern-changed': breaking('another pattern is asked for'),
  'request-required-property-added': breaking('a property is new and required'),
  'request-optional-property-added': compatible('a property is new and optional'),
  'request-property-removed': risky('a property is gone, and is let pass where it is sent'),
  'request-property-forbidden': breaking('a property is gone, and refused where it is sent'),
  'request-property-became-required': breaking('a property is required that was optional'),
  'request-property-became-optional': compatible('a property is optional that was required'),
  'request-additional-properties-closed': breaking('other properties are not accepted any more'),
  'request-additional-properties-opened': compatible('other properties are accepted'),
  'request-alternative-added': compatible('one more alternative is accepted'),
  'request-alternative-removed': breaking('one alternative is not accepted any more'),
  'request-discriminator-changed': breaking('alternatives are told apart in another way'),
  'request-default-changed': breaking('what is left out is taken for something else'),
  'request-constraint-added': breaking('a condition is new'),
  'request-constraint-removed': compatible('a condition is gone'),
  'request-constraint-changed': breaking('a condition is another one'),
  'request-representation-changed': breaking('a value is written in another way'),

  'response-type-narrowed': compatible('fewer types are answered with'),
  'response-type-widened': breaking('more types are answered with'),
  'response-type-changed': breaking('another type is answered with'),
  'response-became-nullable': breaking('null may be answered with'),
  'response-became-not-nullable': compatible('null is not answered with any more'),
  'response-enum-value-added': risky('one more value of an enum may be answered with'),
  'response-extensible-enum-value-added': compatible(
    'one more value of an enum that callers know to be open',
  ),
  'response-enum-value-removed': compatible('one value of an enum is not answered with any more'),
  'response-enum-added': compatible('only the values of an enum are answered with'),
  'response-enum-lifted': breaking('more than the values of an enum may be answered with'),
  'response-format-narrowed': compatible('a narrower format is answered with'),
  'response-format-widened': breaking('a wider format may be answered with'),
  'response-format-changed': breaking('another format is answered with'),
  'response-limit-added': compatible('a limit is new where there was none'),
  'response-limit-removed': breaking('a limit is gone'),
  'response-limit-tightened': compatible('a limit is tighter'),
  'response-limit-loosened': breaking('a limit is looser'),
  'response-pattern-added': compatible('a pattern is kept to'),
  'response-pattern-removed': breaking('a pattern is not kept to any more'),
  'response-pattern-changed': breaking('another pattern is kept to'),
  'response-property-added': compatible('a property is new'),
  'response-required-property-removed': breaking('a property is gone that was always there'),
  'response-optional-property-removed': risky('a property is gone that could be there'),
  'response-property-became-required': compatible('a property is always there that could be left out'),
  'response-property-became-optional': breaking('a property may be left out that was always there'),
  'response-additional-properties-closed': compatible('other properties are not answered with any more'),
  'response-additional-properties-opened': risky('other properties may be answered with'),
  'response-alternative-added': breaking('one more alternative may be answered with'),
  'response-alternative-removed': compatible('one alternative is not answered with any more'),
  'response-discriminator-changed': breaking('alternatives are told apart in another way'),
  'response-default-changed': compatible('what is left out stands for something else'),
  'response-constraint-added': compatible('a condition is new'),
  'response-constraint-removed': breaking('a condition is gone'),
  'response-constraint-changed': breaking('a condition is another one'),
  'response-representation-changed': breaking('a value is written in another way'),

  'documentation-changed': text('a description, an example or an extension is another one'),
  'unused-component-added': text('a component is new that no operation uses'),
  'unused-component-removed': text('a component is gone that no operation used'),
  'unused-component-changed': text('a component is another one that no operation uses'),
} as const satisfies Readonly<Record<string, ContractChangeKind>>;

/** What kind of change of a contract something is. */
export type ContractChangeId = keyof typeof contractChangeKinds;
