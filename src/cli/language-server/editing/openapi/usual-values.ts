/** Formats of the types of a value, as the registry of OpenAPI and JSON Schema have them. */
export const formatsByType: Readonly<Record<string, readonly string[]>> = {
  string: [
    'date-time',
    'date',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'byte',
    'binary',
    'password',
    'regex',
  ],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Statuses that APIs often answer with. */
export const usualStatuses: Readonly<Record<string, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '204': 'No Content',
  '304': 'Not Modified',
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '409': 'Conflict',
  '412': 'Precondition Failed',
  '415': 'Unsupported Media Type',
  '422': 'Unprocessable Content',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '503': 'Service Unavailable',
};

export const usualMediaTypes = [
  'application/json',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'text/plain',
] as const;
