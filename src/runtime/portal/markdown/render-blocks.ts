import { html, type Html } from '#runtime/pages/html.ts';
import { textOf, type MarkdownNode } from './markdown-node.ts';
import { groupNodes, type NodeRun } from './node-runs.ts';
import { renderLine, type LinkOptions } from './render-line.ts';

/** How blocks are rendered. */
export interface BlockOptions extends LinkOptions {
  /** The HTML level of a first-level heading; deeper headings shift by the same amount, and no heading is above 2. */
  readonly topHeading: 1 | 2 | 3 | 4;
  /** The `id` of the next heading. Default: headings have none. */
  readonly nameHeading?: (text: string) => string;
}

/** Whether the lines next to blocks become paragraphs; not in items of lists and cells of tables. */
type LinesBecome = 'paragraphs' | 'texts';

function renderFlow(
  nodes: readonly MarkdownNode[],
  options: BlockOptions,
  linesBecome: LinesBecome = 'paragraphs',
): Html {
  return html`${groupNodes(nodes).map((run) => renderRun(run, options, linesBecome))}`;
}

/** Items without a list and rows without a table, which are valid in no other place, get one. */
export function renderRun({ kind, nodes }: NodeRun, options: BlockOptions, linesBecome?: LinesBecome): Html {
  if (kind === 'items') return renderItems(nodes, options);
  if (kind === 'rows' || kind === 'cells') return renderTable(nodes, options);
  if (kind === 'block') return html`${nodes.map((node) => renderBlock(node, options))}`;
  const line = renderLine(nodes, options);
  return linesBecome === 'texts' ? line : html`<p>${line}</p>`;
}

function renderBlock(node: MarkdownNode, options: BlockOptions): Html {
  const { element, text, children } = node;
  switch (element) {
    case 'tight':
      return renderFlow(children, options, 'texts');
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return renderHeading(node, options);
    case 'ul':
      return renderItems(children, options);
    case 'ol':
      return html`<ol start="${node.start === undefined || node.start === '' ? '1' : node.start}">
        ${renderListItems(children, options)}
      </ol>`;
    case 'blockquote':
      return html`<blockquote>${renderFlow(children, options)}</blockquote>`;
    case 'pre':
      return html`<pre tabindex="0"><code>${text + textOf(children, '\n')}</code></pre>`;
    case 'hr':
      return html`<hr />`;
    case 'table':
      return renderTable(children, options);
    default:
      return renderFlow(children, options);
  }
}

function renderItems(nodes: readonly MarkdownNode[], options: BlockOptions): Html {
  return html`<ul>
    ${renderListItems(nodes, options)}
  </ul>`;
}

/** What is in a list, but in no item of it, becomes one. */
function renderListItems(nodes: readonly MarkdownNode[], options: BlockOptions): readonly Html[] {
  return groupNodes(nodes).flatMap((run) =>
    run.kind === 'items'
      ? run.nodes
          .filter(({ element }) => element === 'li')
          .map(({ children }) => html`<li>${renderFlow(children, options, 'texts')}</li>`)
      : html`<li>${renderRun(run, options, 'texts')}</li>`,
  );
}

/** A table; what is between its rows or cells is shown before it, as browsers do. */
function renderTable(nodes: readonly MarkdownNode[], options: BlockOptions): Html {
  const parts = nodes.flatMap((node) => (isSection(node) ? node.children : [node]));
  const runs = groupNodes(parts);
  const rows = runs.flatMap(({ kind, nodes: ofRun }) => {
    if (kind === 'cells') return [ofRun];
    return kind === 'rows'
      ? ofRun.filter(({ element }) => element === 'tr').map(({ children }) => children)
      : [];
  });
  const [head, ...others] = rows.map((cells) => cells.filter(isCell)).filter((cells) => cells.length > 0);
  const between = [
    ...runs.filter(({ kind }) => kind === 'line' || kind === 'block'),
    ...rows.flatMap((cells) => groupNodes(cells).filter(({ kind }) => kind !== 'cells')),
  ].map((run) => renderRun(run, options));
  if (!head) return html`${between}`;
  const isHead = head.every(({ element }) => element === 'th');
  const body = isHead ? others : [head, ...others];
  return html`${between}
    <div class="scroll" tabindex="0">
      <table>
        ${
          isHead
            ? html`<thead>
                ${renderRow(head, options, true)}
              </thead>`
            : undefined
        }
        ${
          body.length === 0
            ? undefined
            : html`<tbody>
                ${body.map((cells) => renderRow(cells, options, false))}
              </tbody>`
        }
      </table>
    </div>`;
}

function isSection({ element }: MarkdownNode): boolean {
  return element === 'thead' || element === 'tbody';
}

function isCell({ element }: MarkdownNode): boolean {
  return element === 'td' || element === 'th';
}

function renderRow(cells: readonly MarkdownNode[], options: BlockOptions, isHead: boolean): Html {
  return html`<tr>
    ${cells.map(({ element, children }) => {
      const inside = renderFlow(children, options, 'texts');
      if (isHead) return html`<th scope="col">${inside}</th>`;
      return element === 'th' ? html`<th>${inside}</th>` : html`<td>${inside}</td>`;
    })}
  </tr>`;
}

function renderHeading({ element, children }: MarkdownNode, options: BlockOptions): Html {
  const { topHeading, nameHeading } = options;
  const level = Number(element.slice(1)) - 1 + topHeading;
  const inside = renderLine(children, options);
  // A link to the name scrolls to the heading around it.
  const named = nameHeading
    ? html`<span id="${nameHeading(textOf(children, ' '))}">${inside}</span>`
    : inside;
  if (level <= 2) return html`<h2>${named}</h2>`;
  if (level === 3) return html`<h3>${named}</h3>`;
  if (level === 4) return html`<h4>${named}</h4>`;
  return level === 5 ? html`<h5>${named}</h5>` : html`<h6>${named}</h6>`;
}
