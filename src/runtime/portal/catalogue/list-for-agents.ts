import { forwardsCalls } from '#compiled/manifest.ts';
import { encodeAddress, escapeLineStart, escapeMarkdown } from '../as-markdown/write-inline.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfGuide, pathOfMarkdown } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { catalogueOf, visibleApis, type CatalogueVersion } from './catalogue.ts';
import { summariseApi } from './describe-api.ts';

const { markdown } = texts;

/** The maximum number of versions in the list; the catalogue has all. */
const mostVersions = 500;

/** In UTF-16 code units. */
const longestTitle = 150;

/** Sends an overview of the store for programs that read Markdown, in the form of llmstxt.org. */
export async function listForAgents(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, user } = visit;
  const { store, title, compiled, addresses } = portal;
  const link = (name: string, path: string, notes = '') =>
    `- [${escape(name)}](${encodeAddress(addresses.origin + path)})${notes === '' ? '' : `: ${escape(notes)}`}`;
  const markdownOf = (path: string) => pathOfMarkdown(addresses, path);
  const versions = visibleApis(catalogueOf(portal), user).flatMap((api) => api.versions);
  const guides = store.guides ?? [];
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines];
  const lines = [
    `# ${escape(title)}`,
    '',
    `> ${escape(markdown.summary(compiled.manifest.organisation))}`,
    '',
    markdown.explanation,
    ...section(
      markdown.guides,
      guides.map((guide) => link(guide.title, markdownOf(pathOfGuide(addresses, guide.name)))),
    ),
    ...section(markdown.apis, [
      ...(await inSlices(versions.slice(0, mostVersions), (version) =>
        link(nameOf(version), markdownOf(pathOfApi(addresses, version.entry)), notesOn(version)),
      )),
      ...(versions.length > mostVersions ? ['', markdown.more(versions.length - mostVersions)] : []),
    ]),
    ...section(markdown.further, [
      link(markdown.allApis, markdownOf(addresses.path)),
      link(markdown.errors, markdownOf(`${addresses.path}/errors`)),
    ]),
  ];
  return { status: 200, type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
}

/** The number of lines after which calls get their turn. */
const sliceSize = 20;

async function inSlices(
  versions: readonly CatalogueVersion[],
  write: (version: CatalogueVersion) => string,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const version of versions) {
    lines.push(write(version));
    if (lines.length % sliceSize === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
  return lines;
}

function escape(text: string): string {
  return escapeLineStart(escapeMarkdown(cutText(text, longestTitle * 2)).trim());
}

function nameOf({ entry, description }: CatalogueVersion): string {
  return `${cutText(description.title, longestTitle)} ${entry.version}`;
}

/** What a version is for, after its state unless calls of it are answered as usual. */
function notesOn({ entry, api }: CatalogueVersion): string {
  const isUsual = entry.state === 'published' && forwardsCalls(entry);
  const summary = summariseApi(api);
  return isUsual ? summary : `${texts.states[entry.state]}. ${summary}`.trim();
}
