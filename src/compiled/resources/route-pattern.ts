/**
 * Replace an asterisk, which find-my-way would take for a wildcard, an escaped slash, which is part of its segment, and
 * an escaped percent sign, which it does not find beside a parameter. Half a surrogate pair is in no path, and no
 * escape encodes one.
 */
const [asterisk, escapedSlash, percent] = ['\uD800', '\uD801', '\uD802'];

/**
 * An OpenAPI path template as a pattern of find-my-way: it matches the same paths, and parameters lose their names.
 */
export function toRoutePattern(template: string): string {
  let parameters = 0;
  const nameParameter = () => `:p${parameters++}`;
  return template
    .split('/')
    .map((segment) => toSegmentPattern(segment, nameParameter))
    .join('/');
}

/** A path as the patterns compare it. */
export function toRoutePath(path: string): string {
  const starless = path.includes('*') ? path.replaceAll('*', asterisk) : path;
  if (!starless.includes('%')) return starless;
  return starless.replaceAll(/%2f/gi, escapedSlash).replaceAll('%25', percent);
}

/** A decoded value of such a path. */
export function fromRouteValue(value: string | undefined): string | undefined {
  return value?.replaceAll(asterisk, '*').replaceAll(escapedSlash, '/').replaceAll(percent, '%');
}

function toSegmentPattern(segment: string, nameParameter: () => string): string {
  const [prefix = '', ...literals] = segment.split(/\{[^{}]*\}/);
  if (prefix === '' && literals.length === 1 && literals[0] === '') return nameParameter();
  const parameters = literals.map((literal, index) => {
    const expression = expressionBefore(literal, index === literals.length - 1);
    return `${nameParameter()}(${expression})${writeLiteral(literal)}`;
  });
  return writeLiteral(prefix) + parameters.join('');
}

/**
 * The values of a parameter. All but the last of a segment end at the first occurrence of what follows them, so that no
 * input makes the expression backtrack more than once over the segment.
 */
function expressionBefore(literal: string, isLast: boolean): string {
  if (isLast) return '.+';
  return literal === '' ? '.' : `(?:(?!${escapeExpression(decodeLiteral(literal))}).)+`;
}

/** find-my-way requires a literal colon twice. */
function writeLiteral(literal: string): string {
  return decodeLiteral(literal).replaceAll(':', '::');
}

/** A literal as it reads in the decoded path, which is what find-my-way compares. */
function decodeLiteral(literal: string): string {
  return toRoutePath(literal)
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeEscapes)
    .replaceAll('%', percent);
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** As code units, since find-my-way counts the parentheses of an expression without looking closer. */
function escapeExpression(literal: string): string {
  return literal.replace(
    /[^A-Za-z0-9]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
