/** The methods that pages may send to an API whose document does not say all of them. */
export const usualMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
