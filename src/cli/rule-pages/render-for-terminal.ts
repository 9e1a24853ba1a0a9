import type { Paint } from '../io.ts';
import { pageWidth, renderTable, wrapText } from '../views/render-table.ts';
import type { Block, Page } from './page.ts';

const diffColours: Readonly<Record<string, 'green' | 'red' | 'cyan'>> = {
  '+': 'green',
  '-': 'red',
  '@': 'cyan',
};

/** A page for people at a terminal. */
export function renderPageForTerminal(page: Page, paint: Paint): string {
  return page.map((block) => `${renderBlock(block, paint).join('\n')}\n`).join('\n');
}

function renderBlock(block: Block, paint: Paint): readonly string[] {
  switch (block.type) {
    case 'heading':
      return [paint(block.level === 3 ? 'underline' : 'bold', block.text)];
    case 'paragraph':
      return wrapText(block.text, pageWidth);
    case 'list':
      return block.items.flatMap((item) =>
        wrapText(item, pageWidth - 2).map((line, index) => (index === 0 ? '- ' : '  ') + line),
      );
    case 'code':
      return block.lines
        .map((line) => paintCode(line, block.language, paint))
        .map((line) => `    ${line}`.trimEnd());
    case 'table':
      return renderTable(block.rows.map((row) => row.map(withoutTicks)));
  }
}

function paintCode(line: string, language: string, paint: Paint): string {
  const colour = language === 'diff' ? diffColours[line.slice(0, 1)] : undefined;
  return colour ? paint(colour, line) : line;
}

/** A cell without the backticks around it, since the column already sets code apart. */
function withoutTicks(cell: string): string {
  return cell.replace(/^`([^`]*)`$/, '$1');
}
