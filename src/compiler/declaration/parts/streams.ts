import Type from 'typebox';

/** How long an open call may last; `otherwise` describes the default. */
export const StreamsSchema = (otherwise: string) =>
  Type.Object(
    {
      maxAgeSeconds: Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description:
          'The maximum duration in seconds; a longer call is ended, and its client must call again.',
      }),
    },
    {
      additionalProperties: false,
      description: `How long WebSockets, event streams, downloads and other calls may last. Default: ${otherwise}.`,
    },
  );
