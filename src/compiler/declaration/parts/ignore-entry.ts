import Type, { type Static } from 'typebox';

/** One entry of gatewright-ignore.yaml: a suppressed finding. */
export const IgnoreEntrySchema = Type.Object(
  {
    rule: Type.String({ minLength: 1, description: 'The design rule.' }),
    file: Type.String({
      minLength: 1,
      description: 'The file with the finding, or a glob of files, relative to this file.',
    }),
    pointer: Type.String({
      pattern: '^(/([^~/]|~[01])*)*$',
      description:
        "A JSON pointer (RFC 6901) into the file, as `gatewright lint --format json` prints it. It includes everything below it; '' is the whole file.",
    }),
    reason: Type.String({ pattern: '\\S', description: 'Why the finding is suppressed.' }),
  },
  { additionalProperties: false, description: 'A finding that is not reported.' },
);

export type IgnoreEntry = Static<typeof IgnoreEntrySchema>;

/** The whole of gatewright-ignore.yaml. */
export const IgnoreFileSchema = Type.Array(IgnoreEntrySchema, {
  description: 'The findings that are not reported, for files that cannot hold comments.',
});
