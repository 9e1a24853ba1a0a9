import Type from 'typebox';

/** The limits of the listener for each client. */
export const ListenerLimitsSchema = Type.Object(
  {
    maxHeaderBytes: Type.Optional(
      Type.Integer({
        minimum: 4096,
        maximum: 262_144,
        description: 'The maximum size of the request line and all headers, in bytes. Default: 16384.',
      }),
    ),
    maxHeaders: Type.Optional(
      Type.Integer({
        minimum: 32,
        maximum: 2000,
        description: 'The maximum number of headers. Default: 200.',
      }),
    ),
    maxConcurrentStreams: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'The maximum number of concurrent requests on one HTTP/2 connection. Default: 100.',
      }),
    ),
    stalledClientSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'How long a client may read nothing of a response before its call is aborted, in seconds. Default: 60.',
      }),
    ),
  },
  { additionalProperties: false, description: 'The limits for each client.' },
);
