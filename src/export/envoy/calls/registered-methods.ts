import { METHODS } from 'node:http';

/** The methods that the built-in data plane knows, whether or not an API declares them. */
export const registeredMethods: readonly string[] = [...new Set([...METHODS, 'QUERY'])];
