import Type from 'typebox';

/** What a client may ask of the listener at most. */
export const ListenerLimitsSchema = Type.Object(
  {
    maxHeaderBytes: Type.Optional(
      Type.Integer({
        minimum: 4096,
        maximum: 262_144,
        description: 'The request line and all headers of a request, in bytes; 16384 if left out.',
      }),
    ),
    maxHeaders: Type.Optional(
      Type.Integer({
        minimum: 32,
        maximum: 2000,
        description: 'The headers of a request; 200 if left out.',
      }),
    ),
    maxConcurrentStreams: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'Requests at a time on one connection of HTTP/2; 100 if left out.',
      }),
    ),
  },
  { additionalProperties: false, description: 'What a client may ask for at most.' },
);
