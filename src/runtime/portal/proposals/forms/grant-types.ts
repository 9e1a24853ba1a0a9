/** The grants that a form offers. */
export const grantTypes: readonly string[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'implicit',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
];
