import { XmlDocument, type XmlElement, type XmlNode } from 'libxml2-wasm';

/** What a page says, as a person would note it down: a line for each block, links with their addresses. */
export function pageText(body: string): string {
  using document = XmlDocument.fromString(body.slice(body.indexOf('<html')));
  const main = document.get('//main') as XmlElement;
  return writeNode(main)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

const marks: Readonly<Record<string, string>> = { h1: '# ', h2: '## ', h3: '### ', li: '- ', summary: '> ' };
const inline = new Set(['a', 'bdi', 'b', 'code', 'em', 'span', 'strong', 'time', 'label']);

function writeNode(node: XmlNode): string {
  if (!('name' in node)) return node.content.replace(/\s+/g, ' ');
  const element = node as XmlElement;
  const text = [...childrenOf(element)].map(writeNode).join('');
  const attribute = (name: string) => element.attr(name)?.value;
  if (attribute('aria-hidden') === 'true') return '';
  if (element.name === 'a') return `[${(attribute('aria-label') ?? text).trim()}](${attribute('href')})`;
  if (element.name === 'input') return `\n<${attribute('name')}: ${attribute('value')}>`;
  if (attribute('class')?.startsWith('badge')) return `(${text})`;
  return inline.has(element.name) ? text : `\n${marks[element.name] ?? ''}${text}\n`;
}

function* childrenOf(element: XmlElement): Generator<XmlNode> {
  for (let child = element.firstChild; child; child = child.next) yield child;
}
