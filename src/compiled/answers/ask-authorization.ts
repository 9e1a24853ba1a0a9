/** The path, below the address for authorization, that Envoys ask at whose configuration counts calls itself. */
export const countedPath = '/ext-authz-counted';

/** In which header of an answer the endpoint for authorization sends the status that is for the client, for proxies that cannot pass it on. */
export const clientStatusHeader = 'gatewright-status';
