/** The options with which the library reads YAML. */
export const yamlOptions = {
  version: '1.2',
  prettyErrors: false,
  stringKeys: true,
  merge: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;
