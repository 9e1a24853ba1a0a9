import { html, type Html } from '#runtime/pages/html.ts';
import { fitText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import { renderCurl } from './render-curl.ts';
import { renderPython } from './render-python.ts';
import { type SampleRequest, headersOf, type NamedValue, type SampleBody } from './sample-request.ts';

const { call } = texts.apiPage;

const languages: readonly (readonly [name: string, render: (request: SampleRequest) => string])[] = [
  ['curl', renderCurl],
  ['fetch', renderFetch],
  ['Python', renderPython],
];

/** The request in each language, as tabs; `id` must be unique on the page. */
export function renderSamples(id: string, request: SampleRequest): Html {
  return html`<fieldset class="tabs">
    <legend class="visually-hidden">${call.language}</legend>
    ${languages.map(([name, render], index) => {
      const tab = `${id}-${name.toLowerCase()}`;
      return html`<input
          type="radio"
          name="${id}"
          id="${tab}"
          ${index === 0 ? html`checked=""` : undefined}
          autocomplete="off"
        /><label for="${tab}">${name}</label>
        <div class="panel">${renderCode(render(request))}</div>`;
    })}
  </fieldset>`;
}

/** The maximum length of the markup of a code block. */
const longestCode = 5000;

/** A code block, to which `copy-code.js` adds a copy button. */
export function renderCode(code: string): Html {
  return html`<div class="code-block" data-copy="${call.copy}" data-copied="${call.copied}">
    <pre tabindex="0"><code>${fitText(code, longestCode)}</code></pre>
  </div>`;
}

/** A request in JavaScript with `fetch`, for browsers and Node. */
export function renderFetch(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const headers = writeHeaders(request);
  const members = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)},`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(body ? [`body: ${indent(writeBody(body))},`] : []),
  ];
  const options = members.length === 0 ? '' : `, {\n${members.map((line) => `  ${line}`).join('\n')}\n}`;
  return [
    ...declareVariable(authorization),
    `const answer = await fetch(${quote(url)}${options});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    ...(request.answer === 'nothing' ? [] : [`const data = await answer.${request.answer}();`]),
  ].join('\n');
}

function declareVariable(authorization: SampleRequest['authorization']): readonly string[] {
  if (authorization === undefined) return [];
  return [
    authorization === 'token' ? 'const token = "TOKEN";' : `const secret = process.env.CONSUMER_SECRET;`,
    '',
  ];
}

function writeHeaders(request: SampleRequest): readonly string[] {
  const { authorization } = request;
  const own = headersOf(request).map(writeMember);
  if (authorization === undefined) return own;
  const credentials =
    authorization === 'token'
      ? '"Bearer " + token'
      : `"Basic " + btoa(${quote(`${authorization.consumerKey}:`)} + secret)`;
  return [`"Authorization": ${credentials},`, ...own];
}

function writeBody(body: SampleBody): string {
  switch (body.type) {
    case 'json':
      return `JSON.stringify(${escapeSeparators(JSON.stringify(body.value, null, 2))})`;
    case 'form':
      return `new URLSearchParams(${writeObject(body.fields)})`;
    case 'multipart':
      return `(() => {\n  const form = new FormData();\n${body.fields
        .map(([name, value]) => `  form.append(${quote(name)}, ${quote(value)});`)
        .join('\n')}\n  return form;\n})()`;
    case 'text':
      return quote(body.text);
    case 'file':
      return 'file';
  }
}

function writeObject(fields: readonly NamedValue[]): string {
  return `[\n${fields.map(([name, value]) => `  [${quote(name)}, ${quote(value)}],`).join('\n')}\n]`;
}

function writeMember([name, value]: NamedValue): string {
  return `${quote(name)}: ${quote(value)},`;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function quote(text: string): string {
  return escapeSeparators(JSON.stringify(text));
}

/** Escapes U+2028 and U+2029, which end a line even inside a string before ECMAScript 2019. */
function escapeSeparators(text: string): string {
  return text.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}
