import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../src', import.meta.url));

/** Where the data planes read, write and trust headers. */
const rooms = [
  'compiled/answers',
  'compiled/header-fate.ts',
  'export/envoy',
  'runtime/gateway',
  'runtime/rejection',
  'runtime/telemetry',
  'runtime/token',
  'serve/listeners',
];

/** How source text names a header: with a hyphen, or in one word where headers are read, compared or listed. */
const mentions = [
  /['"`]([a-z][a-z0-9]*(?:-[a-z0-9]+)+-?)['"`]/g,
  /headers(?::\w+\(|\[|\.|\?\.\[)['"]?([a-z]+)['"\])\s;,?!=]/g,
  /name === '([a-z]+)'/g,
  // Alternatives of a regular expression that is a constant.
  /(?<=^ {2}\/\^.*[|(:])([a-z]+(?:-[a-z]+)*)(?=[|)].*\/;$)/gm,
];

/**
 * Every name that the sources of the data planes mention as one of a header, so that a new header is attacked as well;
 * a few words that are none do no harm. Of a prefix, a name that begins with it.
 */
export function listHeaderNames(): readonly string[] {
  const names = new Set<string>();
  for (const file of rooms.flatMap(listFiles)) {
    const source = readFileSync(file, 'utf8');
    for (const pattern of mentions) for (const [, name = ''] of source.matchAll(pattern)) names.add(name);
    if (file.includes('/compiled/'))
      for (const [, name = ''] of source.matchAll(/'([a-z]+)'/g)) names.add(name);
  }
  return [...names].map((name) => (name.endsWith('-') ? `${name}other` : name)).toSorted();
}

function listFiles(room: string): readonly string[] {
  if (room.endsWith('.ts')) return [join(sources, room)];
  const files = readdirSync(join(sources, room), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.(ts|lua)$/.test(file)).map((file) => join(sources, room, file));
}
