import type { SampleRequest } from '#runtime/portal/api-page/samples/sample-request.ts';

/** A request for a token with a consumer key and its secret. */
export const tokenRequest: SampleRequest = {
  method: 'POST',
  url: 'https://keys.example.edu/oauth2/token',
  headers: [],
  authorization: { consumerKey: 'key' },
  body: { type: 'form', fields: [['grant_type', 'client_credentials']] },
};
