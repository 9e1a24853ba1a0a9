import type { Compatibility, Sensitivity } from '../change.ts';

interface ContractChangeKind {
  /** For operations, where the caller sends the request and the API responds. */
  readonly compatibility: Compatibility;
  /** For callbacks and webhooks, where the API sends the request and the caller responds. */
  readonly reversed: Compatibility;
  readonly sensitive: Sensitivity | 'no';
  /** A short sentence without a full stop. */
  readonly summary: string;
}

type KindOf = (summary: string, sensitive?: Sensitivity | 'no') => ContractChangeKind;

const kindOf =
  (compatibility: Compatibility, reversed = compatibility): KindOf =>
  (summary, sensitive = 'no') => ({ compatibility, reversed, sensitive, summary });

const breaking = kindOf('breaking');
const risky = kindOf('risky');
const compatible = kindOf('compatible');
const text = kindOf('text');

/** The sender has to meet more requirements or may send less, which is breaking if callers are the sender. */
const narrows = {
  request: kindOf('breaking', 'compatible'),
  response: kindOf('compatible', 'breaking'),
};

/** The reader has to expect more values, which is breaking if callers are the reader. */
const widens = { request: narrows.response, response: narrows.request };

/** Callers can no longer read the part. In callbacks, where callers send the part, the API may no longer read it. */
const removesReadPart = kindOf('breaking', 'risky');

/**
 * Every kind of change of a contract, and its compatibility for callers. A change of what callers send is evaluated for
 * the sender, so accepting less is breaking. A change of what callers read is evaluated for the reader, so returning
 * more is breaking. Schemas of parameters count as request schemas, and schemas of response headers as response
 * schemas. Kinds that concern schemas are named from the caller's view, so a webhook's request schema has the
 * `response-` kinds; all other kinds are named after the part of the document that changes.
 */
export const contractChangeKinds = {
  'operation-added': compatible('an operation was added'),
  'operation-removed': breaking('an operation was removed'),
  'operation-left-to-get': compatible('HEAD is no longer declared, and is served like GET'),
  'operation-hidden': breaking(
    'a new path receives calls of an operation, and rejects them or answers them differently',
  ),
  'operation-rarely-hidden': risky(
    'a new path receives calls of an operation in which several parameters have certain names, which nobody may send',
  ),
  'operation-deprecated': compatible('an operation was marked as deprecated'),
  'operation-undeprecated': compatible('an operation is no longer marked as deprecated'),
  'operation-id-changed': risky(
    'the operationId of an operation changed, from which generated clients take their names',
  ),
  'path-parameter-renamed': risky('a path parameter was renamed, whose name generated clients use'),
  'callback-added': compatible('a callback or webhook was added'),
  'callback-removed': breaking('a callback or webhook was removed'),
  'callback-parameter-removed': breaking('a required parameter of a callback or webhook was removed'),
  'callback-response-header-added': breaking(
    'a required header was added to the response to a callback or webhook',
  ),

  'security-tightened': narrows.request('a call needs an additional scope or credential', 'access'),
  'security-relaxed': widens.request('a call needs fewer scopes or credentials', 'access'),
  'security-scheme-changed': breaking('the way in which a credential is sent changed', 'access'),
  'security-scheme-extended': compatible(
    'clients may get or refresh a credential in an additional way',
    'access',
  ),

  'required-parameter-added': narrows.request('a required parameter was added'),
  'optional-parameter-added': compatible('an optional parameter was added'),
  'parameter-removed': risky('a parameter was removed, and requests that send it are still accepted'),
  'parameter-forbidden': breaking('a parameter was removed, and requests that send it are rejected'),
  'parameter-moved': breaking('a parameter moved to another part of the request'),
  'parameter-became-required': narrows.request('an optional parameter became required'),
  'parameter-became-optional': widens.request('a required parameter became optional'),
  'parameter-style-changed': breaking('the serialization of a parameter changed'),
  'parameter-deprecated': compatible('a parameter was marked as deprecated'),
  'parameter-undeprecated': compatible('a parameter is no longer marked as deprecated'),

  'required-request-body-added': narrows.request('a required request body was added'),
  'optional-request-body-added': compatible('an optional request body was added'),
  'request-body-removed': breaking('the request body was removed'),
  'request-body-became-required': narrows.request('an optional request body became required'),
  'request-body-became-optional': widens.request('a required request body became optional'),
  'request-media-type-added': widens.request('a request media type was added'),
  'request-media-type-removed': narrows.request('a request media type was removed'),

  'response-added': compatible('a response status was added'),
  'success-response-removed': breaking('a success status was removed from the responses'),
  'error-response-removed': narrows.response('an error status was removed from the responses'),
  'response-media-type-added': compatible('a response media type was added'),
  'response-media-type-removed': breaking('a response media type was removed'),
  'response-media-type-widened': breaking('a range of media types replaced the media type of a response'),
  'response-media-type-narrowed': compatible('media types replaced a range of media types of a response'),
  'response-header-added': compatible('a response header was added'),
  'required-response-header-removed': removesReadPart('a required response header was removed'),
  'optional-response-header-removed': risky('an optional response header was removed'),
  'response-header-became-optional': widens.response('a required response header became optional'),
  'response-header-became-required': narrows.response('an optional response header became required'),

  'request-type-narrowed': breaking('a request accepts fewer types'),
  'request-type-widened': compatible('a request accepts more types'),
  'request-type-changed': breaking('a request accepts a different type'),
  'request-became-nullable': compatible('a request accepts null'),
  'request-became-not-nullable': breaking('a request no longer accepts null'),
  'request-enum-value-added': compatible('a request accepts an additional enum value'),
  'request-enum-value-removed': breaking('a request no longer accepts an enum value'),
  'request-enum-added': breaking('a request accepts only the values of a new enum'),
  'request-enum-lifted': compatible('a request is no longer limited to the values of an enum'),
  'request-format-narrowed': breaking('a request requires a narrower format'),
  'request-format-widened': compatible('a request accepts a wider format'),
  'request-format-changed': breaking('a request requires a different format'),
  'request-limit-added': risky('a limit was added to a request value'),
  'request-limit-removed': compatible('a limit was removed from a request value'),
  'request-limit-tightened': breaking('a limit on a request value was tightened'),
  'request-limit-loosened': compatible('a limit on a request value was loosened'),
  'request-pattern-added': breaking('a pattern was added to a request value'),
  'request-pattern-removed': compatible('a pattern was removed from a request value'),
  'request-pattern-changed': breaking('the pattern of a request value changed'),
  'request-required-property-added': breaking('a required request property was added'),
  'request-optional-property-added': compatible('an optional request property was added'),
  'request-property-removed': risky(
    'a request property was removed, and requests that send it are still accepted',
  ),
  'request-property-forbidden': breaking(
    'a request property was removed, and requests that send it are rejected',
  ),
  'request-property-became-required': breaking('an optional request property became required'),
  'request-property-became-optional': compatible('a required request property became optional'),
  'request-additional-properties-closed': breaking('a request no longer accepts additional properties'),
  'request-additional-properties-opened': compatible('a request accepts additional properties'),
  'request-alternative-added': compatible('a request accepts an additional alternative'),
  'request-alternative-removed': breaking('a request no longer accepts an alternative'),
  'request-alternatives-became-exclusive': breaking(
    'a request no longer accepts values that match several alternatives',
  ),
  'request-alternatives-became-combinable': compatible(
    'a request accepts values that match several alternatives',
  ),
  'request-discriminator-changed': breaking('the discriminator of request alternatives changed'),
  'request-default-changed': breaking('the default of a request value changed'),
  'request-constraint-added': breaking('a constraint was added to a request value'),
  'request-constraint-removed': compatible('a constraint was removed from a request value'),
  'request-constraint-changed': breaking('a constraint on a request value changed'),
  'request-representation-changed': breaking('the serialization of a request value changed'),

  'response-type-narrowed': compatible('a response returns fewer types'),
  'response-type-widened': breaking('a response may return more types'),
  'response-type-changed': breaking('a response returns a different type'),
  'response-became-nullable': breaking('a response may return null'),
  'response-became-not-nullable': compatible('a response no longer returns null'),
  'response-enum-value-added': risky('a response may return an additional enum value'),
  'response-extensible-enum-value-added': compatible(
    'a response may return an additional value of an extensible enum',
  ),
  'response-enum-value-removed': compatible('a response no longer returns an enum value'),
  'response-enum-added': compatible('a response returns only the values of a new enum'),
  'response-enum-lifted': breaking('a response is no longer limited to the values of an enum'),
  'response-format-narrowed': compatible('a response returns a narrower format'),
  'response-format-widened': breaking('a response may return a wider format'),
  'response-format-changed': breaking('a response returns a different format'),
  'response-limit-added': compatible('a limit was added to a response value'),
  'response-limit-removed': breaking('a limit was removed from a response value'),
  'response-limit-tightened': compatible('a limit on a response value was tightened'),
  'response-limit-loosened': breaking('a limit on a response value was loosened'),
  'response-pattern-added': compatible('a pattern was added to a response value'),
  'response-pattern-removed': breaking('a pattern was removed from a response value'),
  'response-pattern-changed': breaking('the pattern of a response value changed'),
  'response-property-added': compatible('a response property was added'),
  'response-required-property-removed': breaking('a required response property was removed'),
  'response-optional-property-removed': risky('an optional response property was removed'),
  'response-property-became-required': compatible('an optional response property became required'),
  'response-property-became-optional': breaking('a required response property became optional'),
  'response-additional-properties-closed': compatible('a response no longer returns additional properties'),
  'response-additional-properties-opened': risky('a response may return additional properties'),
  'response-alternative-added': breaking('a response may return an additional alternative'),
  'response-alternative-removed': compatible('a response no longer returns an alternative'),
  'response-alternatives-became-exclusive': compatible(
    'a response no longer returns values that match several alternatives',
  ),
  'response-alternatives-became-combinable': risky(
    'a response may return values that match several alternatives',
  ),
  'response-discriminator-changed': breaking('the discriminator of response alternatives changed'),
  'response-default-changed': compatible('the default of a response value changed'),
  'response-constraint-added': compatible('a constraint was added to a response value'),
  'response-constraint-removed': breaking('a constraint was removed from a response value'),
  'response-constraint-changed': breaking('a constraint on a response value changed'),
  'response-representation-changed': breaking('the serialization of a response value changed'),

  'documentation-changed': text('a description, an example or an extension changed'),
  'unused-component-added': text('a component that no operation uses was added'),
  'unused-component-removed': text('a component that no operation used was removed'),
  'unused-component-changed': text('a component that no operation uses changed'),
} as const satisfies Readonly<Record<string, ContractChangeKind>>;

/** The kind of a change of a contract. */
export type ContractChangeId = keyof typeof contractChangeKinds;

/** The impact of a change on callers: on their calls, or on the API's calls to them. */
export function compatibilityOf(id: ContractChangeId, isCallback: boolean): Compatibility {
  const { compatibility, reversed } = contractChangeKinds[id];
  return isCallback ? reversed : compatibility;
}
