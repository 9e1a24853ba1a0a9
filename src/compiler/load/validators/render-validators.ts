import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { checkedSchemas } from '#compiler/declaration/checked-schemas.ts';
import { ajvForKinds } from './ajv-for-kinds.ts';
import { ajvForErrors, ajvForOpenapi } from './ajv-for-openapi.ts';

const code = { source: true, esm: true };
const formats = _`require("./declaration-formats").declarationFormats`;

/**
 * JavaScript with compiled validators, by file name. It replaces the modules of this folder that compile JSON Schemas
 * when they are loaded, so that commands start without loading ajv and the schemas.
 */
export function renderValidators(): Readonly<Record<string, string>> {
  return {
    'kinds.js': renderKinds(Object.keys(checkedSchemas)),
    'openapi-2-0.js': withoutPlaces(render(ajvForOpenapi('2.0', { code }), ['fits'])),
    'openapi-3-0.js': withoutPlaces(render(ajvForOpenapi('3.0', { code }), ['fits'])),
    'openapi-3-1.js': withoutPlaces(render(ajvForOpenapi('3.1', { code }), ['fits'])),
    'openapi-3-2.js': withoutPlaces(render(ajvForOpenapi('3.2', { code }), ['fits'])),
    'errors-2-0.js': render(ajvForErrors('2.0', { code }), ['fits']),
    'errors-3-0.js': render(ajvForErrors('3.0', { code }), ['fits']),
    'errors-3-1.js': render(ajvForErrors('3.1', { code }), ['fits']),
    'errors-3-2.js': render(ajvForErrors('3.2', { code }), ['fits']),
  };
}

function renderKinds(kinds: readonly string[]): string {
  const rendered = render(ajvForKinds({ messages: false, code: { ...code, formats } }), kinds);
  return `${rendered}export const validators = { ${kinds.join(', ')} };\n`;
}

/**
 * Removes the paths of values from a validator that only returns a boolean. Its functions pass these paths to each
 * other for errors that are never read, which takes more time than the checks.
 */
function withoutPlaces(rendered: string): string {
  const withoutArguments = rendered
    .replaceAll(/, ?\{instancePath="", [^{}]*rootData=data\}=\{\}/g, '')
    .replaceAll(/\{instancePath="", [^{}]*rootData=data, dynamicAnchors=\{\}\}=\{\}/g, 'dynamicAnchors={}')
    .replaceAll(/, ?\{instancePath(?:(?!schemaPath|rootData).)+,rootData\}/g, '')
    .replaceAll(/\{instancePath(?:(?!schemaPath|rootData).)+,rootData,dynamicAnchors\}/g, 'dynamicAnchors');
  return `${withoutArguments}const instancePath = '';\n`;
}

/**
 * Renders a validator as a module. The code of ajv loads its parts and the formats with `require`, which modules do not
 * have, so these calls become imports.
 */
function render(ajv: Parameters<typeof standalone.default>[0], names: readonly string[]): string {
  const rendered = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const parts: string[] = [];
  const body = rendered.replaceAll(/require\("([^"]+)"\)/g, (_call, part: string) => {
    if (!parts.includes(part)) parts.push(part);
    return `part${parts.indexOf(part)}`;
  });
  const imports = parts.map((part, index) => {
    const imported = part.startsWith('.') ? `* as part${index}` : `part${index}`;
    return `import ${imported} from ${JSON.stringify(`${part}.js`)};\n`;
  });
  return `${imports.join('')}${body}\n`;
}
