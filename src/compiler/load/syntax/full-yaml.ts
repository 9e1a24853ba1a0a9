import type * as readers from './parse-any-yaml.ts';

type FullYaml = typeof readers;

let loaded: FullYaml | undefined;

/** Loads the readers that are built on the `yaml` package, which takes longer than reading most files. */
export async function loadFullYaml(): Promise<FullYaml> {
  return (loaded ??= await import('./parse-any-yaml.ts'));
}

/** The readers that `loadFullYaml` has loaded; throws if it was not called. */
export function fullYaml(): FullYaml {
  if (!loaded) throw new Error('the readers of YAML are not loaded');
  return loaded;
}
