import { cleanSources } from '#compiler/rule/clean-sources.ts';

/**
 * An API of the clean sources' definition, with a subscription; its name has a word too many, which is one warning in
 * line 2.
 */
export function wordedApi(name: string): Readonly<Record<string, string>> {
  const folder = `${name.toLowerCase()}_api`;
  return {
    [`apis/${folder}/v1/api.yaml`]: `kind: Api
name: ${name}Api
context: /${folder}
version: v1
state: published
owner: parks-team
definition: ../../dog_park/v1/openapi.yaml
endpoints:
  production: { url: https://${name.toLowerCase()}.internal.example.edu }
`,
  };
}

/** The clean sources with such APIs. */
export function withWordedApis(...names: readonly string[]): Readonly<Record<string, string>> {
  return { ...cleanSources, ...Object.assign({}, ...names.map(wordedApi)) };
}
