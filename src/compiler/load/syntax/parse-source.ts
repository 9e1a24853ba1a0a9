import { SourceFile } from '../../workspace/source-file.ts';
import { maximumDepth } from './nesting.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** Parses a file by its name: JSON where it ends in `.json`, YAML otherwise. Never throws. */
export function parseSource(path: string, text: string): SourceFile {
  try {
    return path.endsWith('.json') ? parseJson(path, text) : parseYaml(path, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new SourceFile(
      path,
      text,
      [],
      [
        {
          code: 'nesting-too-deep',
          message: `The file nests deeper than ${maximumDepth} levels.`,
          help: 'Give the inner parts names and refer to them.',
          span: { start: 0, end: 0 },
        },
      ],
    );
  }
}
