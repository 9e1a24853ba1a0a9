/**
 * The path, below the authorization endpoint, for instances of Envoy that count calls themselves, as exported
 * configurations do.
 */
export const countedPath = '/ext-authz-counted';

/**
 * The response header with the status for the client, for proxies that cannot pass on the status of an authorization
 * response.
 */
export const clientStatusHeader = 'gatewright-status';
