import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch';
import { nodeFetch } from '@scalar/snippetz/plugins/node/fetch';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native';
import type { Plugin } from '@scalar/snippetz';
import type { SampleRequest } from '../sample-request.ts';
import { markRequest } from './mark-request.ts';
import { escapeApostrophes, escapeAsJson, escapeWith, isPlain } from './quotes.ts';
import { writeMarked, type Notation } from './write-marked.ts';

/** A language in which the library writes the structure of a request, and we its texts. */
interface LibraryLanguage extends Notation {
  readonly plugin: Plugin;
  /** Makes a program of the code: what it imports, and what it does with the answer. */
  readonly complete: (code: string, request: SampleRequest) => string;
}

/** Renders a request in a language of the library. */
export function renderWith({ plugin, complete, ...notation }: LibraryLanguage) {
  return (request: SampleRequest): string => {
    const { har, values } = markRequest(request);
    return complete(writeMarked(plugin.generate(har), values, notation), request);
  };
}

const quoteAsJson = (text: string) => `"${escapeAsJson(text)}"`;

const javascript = {
  escape: { '"': escapeAsJson, "'": (text) => escapeAsJson(text).replaceAll("'", String.raw`\'`) },
  literal: quoteAsJson,
  json: (text) => `JSON.stringify(${indent(asJavascript(text))})`,
  concatenate: '+',
  base64: (text) => `btoa(${text})`,
} satisfies Partial<Notation>;

/** A JSON text as an expression. `"__proto__": 1` would set the prototype, and no member. */
function asJavascript(json: string): string {
  return json
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function awaitFetch(code: string): string {
  return [
    `${code.replace(/^fetch\(/m, 'const answer = await fetch(')};`,
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** Replaces what the library writes at the end of a sample, which no text of a document follows. */
function replaceEnd(code: string, end: string, by: string): string {
  const index = code.lastIndexOf(end);
  if (index === -1) throw new Error(`the library did not write ${end}`);
  return code.slice(0, index) + by + code.slice(index + end.length);
}

/** `fetch` in a browser, which cannot keep a secret: no request in it has one. */
export const browserFetch: LibraryLanguage = {
  ...javascript,
  plugin: jsFetch,
  variable: () => 'token',
  file: () => `document.querySelector('input[type="file"]').files[0]`,
  complete: (code, { authorization }) =>
    `${authorization === undefined ? '' : 'const token = "TOKEN";\n\n'}${awaitFetch(code)}`,
};

/** `fetch` in Node.js. */
export const nodejs: LibraryLanguage = {
  ...javascript,
  plugin: nodeFetch,
  variable: (name) => `process.env.${name}`,
  file: (name) => `readFileSync("${name}")`,
  complete: (code, request) => {
    const reads = request.body?.type === 'file' ? "import { readFileSync } from 'node:fs';\n\n" : '';
    return reads + awaitFetch(code);
  },
};

/** The HTTP client of the JDK. */
export const java: LibraryLanguage = {
  plugin: javaNethttp,
  escape: { '"': escapeAsJson },
  literal: quoteAsJson,
  // A quote at the end would close the text block too early.
  json: (text) =>
    isPlain(text) && !text.endsWith('"') ? `"""\n${text.replaceAll('\\', '\\\\')}"""` : quoteAsJson(text),
  concatenate: '+',
  variable: (name) => `System.getenv("${name}")`,
  base64: (text) => `java.util.Base64.getEncoder().encodeToString((${text}).getBytes())`,
  file: (name) => `java.nio.file.Files.readAllBytes(java.nio.file.Path.of("${name}"))`,
  complete: (code) =>
    replaceEnd(
      `import java.net.http.*;\n\n${code.replace(/(readAllBytes\(.*?\)\))\.getBytes\(.*?\)/, '$1')}`,
      'System.out.println(response.body())',
      'System.out.println(response.statusCode() + " " + response.body())',
    ),
};

/** The HTTP client of Go's standard library. */
export const go: LibraryLanguage = {
  plugin: goNative,
  escape: { '"': escapeAsJson },
  literal: (text) => (text.includes('\n') && isRaw(text) ? `\`${text}\`` : quoteAsJson(text)),
  concatenate: '+',
  variable: (name) => `os.Getenv("${name}")`,
  base64: (text) => `base64.StdEncoding.EncodeToString([]byte(${text}))`,
  file: (name) => `os.Open("${name}")`,
  complete: (code) =>
    replaceEnd(
      importInGo(code.replace(/ := strings\.NewReader\((os\.Open\(.*?\))\)/, ', _ := $1')),
      'fmt.Println(res)',
      'fmt.Println(res.Status)',
    ),
};

function isRaw(text: string): boolean {
  return isPlain(text) && !text.includes('`');
}

/** Corrects the imports, since our expressions use packages of their own. */
function importInGo(code: string): string {
  return code.replace(/^import \(\n(.*?)\n\)/ms, (_all, list: string) => {
    const body = code.slice(code.indexOf('func main'));
    const known = list.split('\n').filter((line) => line !== '\t"strings"' || body.includes('strings.'));
    const own = ['os.', 'base64.'].filter((use) => body.includes(use));
    const lines = [...known, ...own.map((use) => `\t"${use === 'os.' ? 'os' : 'encoding/base64'}"`)];
    return `import (\n${[...new Set(lines)].toSorted().join('\n')}\n)`;
  });
}

/** `HttpClient` of .NET. */
export const csharp: LibraryLanguage = {
  plugin: csharpHttpclient,
  escape: { '"': escapeAsJson },
  literal: quoteAsJson,
  json: (text) => (isPlain(text) ? `"""\n${text}\n"""` : quoteAsJson(text)),
  concatenate: '+',
  variable: (name) => `Environment.GetEnvironmentVariable("${name}")`,
  base64: (text) => `Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(${text}))`,
  file: (name) => `File.OpenRead("${name}")`,
  complete: (code) =>
    [
      'using System.Net.Http.Headers;',
      '',
      code.replace(
        /new StringContent\(\n(File\.OpenRead\(.*?\)),\nSystem\.Text\.Encoding\.UTF8, (.*)\);/,
        'new StreamContent($1);\nrequest.Content.Headers.ContentType = new MediaTypeHeaderValue($2);',
      ),
      'Console.WriteLine((int)response.StatusCode);',
      'Console.WriteLine(await response.Content.ReadAsStringAsync());',
    ].join('\n'),
};

const quoteInPhp = escapeWith(/[\\"$]/g);

/** cURL in PHP. */
export const php: LibraryLanguage = {
  plugin: phpCurl,
  escape: { '"': quoteInPhp, "'": escapeApostrophes },
  literal: (text) => (isPlain(text) ? `'${escapeApostrophes(text)}'` : `"${quoteInPhp(text)}"`),
  concatenate: '.',
  variable: (name) => `getenv('${name}')`,
  base64: (text) => `base64_encode(${text})`,
  file: (name) => `file_get_contents('${name}')`,
  complete: (code) =>
    replaceEnd(
      `<?php\n${code.replace(/'(?:[^'\\]|\\.)*'/gs, escapeReturns)}`,
      'curl_exec($ch);',
      'curl_exec($ch);\necho "\\n", curl_getinfo($ch, CURLINFO_RESPONSE_CODE), "\\n";',
    ),
};

/** Pages change carriage returns into line feeds, so a literal of the library that contains one escapes it. */
function escapeReturns(literal: string): string {
  if (!literal.includes('\r')) return literal;
  return `"${quoteInPhp(literal.slice(1, -1).replace(/\\([\\'])/g, '$1'))}"`;
}

const quoteInRuby = escapeWith(/[\\"#]/g);

/** `Net::HTTP` of Ruby. */
export const ruby: LibraryLanguage = {
  plugin: rubyNative,
  escape: { '"': quoteInRuby, "'": escapeApostrophes },
  literal: (text) => (isPlain(text) ? `'${escapeApostrophes(text)}'` : `"${quoteInRuby(text)}"`),
  concatenate: '+',
  variable: (name) => `ENV.fetch('${name}')`,
  base64: (text) => `[${text}].pack('m0')`,
  file: (name) => `File.binread('${name}')`,
  complete: (code) => replaceEnd(code, 'puts response.read_body', 'puts response.code, response.read_body'),
};
