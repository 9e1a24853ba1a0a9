import Type, { type Static } from 'typebox';

/** The rules that compare two states of a repository, in the order in which people see them. */
export const historyRuleNames = [
  'api-identity-immutable',
  'breaking-change-in-version',
  'breaking-setting-in-version',
  'gateway-address-changed',
  'needless-version',
  'live-versions-rise',
  'lifecycle-order',
  'removed-without-deprecation',
  'sunset-brought-forward',
  'new-subscription-to-deprecated-api',
] as const;

export type HistoryRuleName = (typeof historyRuleNames)[number];

/** A file path that is valid on every system: no control character, and no half of a surrogate pair. */
export const filePattern = '^[^\\x00-\\x1f\\x7f\\ud800-\\udfff]*$';

/** A file path that is absolute, or relative without a `..` segment. */
export const innerFilePattern = `^(?!(?:[^/]+/)*\\.\\.(?:/|$))${filePattern.slice(1)}`;

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
