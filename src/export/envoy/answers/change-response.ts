/** The header by which filters recognize a response of Envoy itself. */
export const codeHeader = 'x-gatewright-code';

type Mutation = { readonly remove: string } | { readonly append: object };

/** A filter that changes the headers of responses in which `header` has `value`; other responses skip it. */
export function onResponse(name: string, header: string, value: string, mutations: readonly Mutation[]) {
  const input = {
    name: header,
    typed_config: {
      '@type': 'type.googleapis.com/envoy.type.matcher.v3.HttpResponseHeaderMatchInput',
      header_name: header,
    },
  };
  const hasOther = { not_matcher: { single_predicate: { input, value_match: { exact: value } } } };
  const skip = {
    '@type': 'type.googleapis.com/envoy.extensions.filters.common.matcher.action.v3.SkipFilter',
  };
  return {
    name,
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.common.matching.v3.ExtensionWithMatcher',
      extension_config: { name, typed_config: mutateResponses(mutations) },
      xds_matcher: {
        matcher_list: {
          matchers: [{ predicate: hasOther, on_match: { action: { name: 'skip', typed_config: skip } } }],
        },
      },
    },
  };
}

function mutateResponses(mutations: readonly Mutation[]) {
  return {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation',
    mutations: { response_mutations: mutations },
  };
}
