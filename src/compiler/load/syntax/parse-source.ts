import { SourceFile, type SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { maximumDepth } from './nesting.ts';
import { parseJson } from './parse-json.ts';
import { parseSimpleYaml, SimpleYamlFile } from './parse-simple-yaml.ts';
import { fullYaml, loadFullYaml } from './full-yaml.ts';

/**
 * Parses a file by its name: JSON if the name ends in `.json`, YAML otherwise. With an earlier state of the file, as
 * much as possible is taken from that. Never rejects.
 */
export async function parseSource(path: string, text: string, before?: SourceFile): Promise<SourceFile> {
  const file = guardDepth(path, text, () => parseQuickly(path, text, before));
  if (file) return file;
  const { parseAnyYaml } = await loadFullYaml();
  return guardDepth(path, text, () => parseAnyYaml(path, text));
}

/** The same synchronously, for callers that have loaded all YAML readers. */
export function parseLoadedSource(path: string, text: string): SourceFile {
  return guardDepth(path, text, () => parseQuickly(path, text) ?? fullYaml().parseAnyYaml(path, text));
}

function parseQuickly(path: string, text: string, before?: SourceFile): SourceFile | undefined {
  if (path.endsWith('.json')) return parseJson(path, text);
  return parseSimpleYaml(path, text, before instanceof SimpleYamlFile ? before : undefined);
}

function guardDepth<T>(path: string, text: string, parse: () => T): T | SourceFile {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new SourceFile(path, text, [], [tooDeep]);
  }
}

const tooDeep: SyntaxProblem = {
  code: 'nesting-too-deep',
  message: `The file exceeds the nesting limit of ${maximumDepth} levels.`,
  help: 'Move the inner parts into components and refer to them.',
  span: { start: 0, end: 0 },
};
