import { escapeMarkdown } from '../views/escape-markdown.ts';
import type { Block, Page } from './page.ts';

/** A page as Markdown; code that names another page becomes a link to it. */
export function renderPageAsMarkdown(page: Page, linkOf: (code: string) => string | undefined): string {
  const inline = (text: string) => renderInline(text, linkOf);
  return page.map((block) => `${renderBlock(block, inline)}\n`).join('\n');
}

function renderBlock(block: Block, inline: (text: string) => string): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.text)}`;
    case 'paragraph':
      return inline(block.text);
    case 'list':
      return block.items.map((item) => `- ${inline(item)}`).join('\n');
    case 'code':
      return [`\`\`\`${block.language}`, ...block.lines, '```'].join('\n');
    case 'table':
      // Any bar ends a cell, even within code.
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((row) => `| ${row.map((cell) => inline(cell).replaceAll('|', '\\|')).join(' | ')} |`)
        .join('\n');
  }
}

function renderInline(text: string, linkOf: (code: string) => string | undefined): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1 ? renderCode(part, linkOf) : escapeMarkdown(part),
    )
    .join('');
}

function renderCode(part: string, linkOf: (code: string) => string | undefined): string {
  const link = linkOf(part.slice(1, -1));
  return link === undefined ? part : `[${part}](${link})`;
}
