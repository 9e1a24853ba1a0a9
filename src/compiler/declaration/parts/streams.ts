import Type from 'typebox';

/** How long a call that stays open may last; `otherwise` describes what applies if it is left out. */
export const StreamsSchema = (otherwise: string) =>
  Type.Object(
    {
      maxAgeSeconds: Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'A call that lasts longer is ended; its client makes another one.',
      }),
    },
    {
      additionalProperties: false,
      description: `How long WebSockets, event streams, long downloads and any other calls may last; ${otherwise} if left out.`,
    },
  );
