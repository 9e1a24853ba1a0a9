/**
 * Placeholders for an asterisk, which find-my-way would take for a wildcard, an escaped slash, which is part of its
 * segment, and an escaped percent sign, which find-my-way does not match next to a parameter. No path contains an
 * unpaired surrogate, and no escape encodes one.
 */
const [asterisk, escapedSlash, percent] = ['\uD800', '\uD801', '\uD802'];

/** An OpenAPI path template as a pattern of find-my-way. It matches the same paths; parameters lose their names. */
export function toRoutePattern(template: string): string {
  let parameters = 0;
  const nameParameter = () => `:p${parameters++}`;
  return template
    .split('/')
    .map((segment) => toSegmentPattern(segment, nameParameter))
    .join('/');
}

/** A path in the form that the patterns match. */
export function toRoutePath(path: string): string {
  const starless = path.includes('*') ? path.replaceAll('*', asterisk) : path;
  if (!starless.includes('%')) return starless;
  return starless.replaceAll(/%2f/gi, escapedSlash).replaceAll('%25', percent);
}

/** The decoded value of a parameter in a path from `toRoutePath`. */
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
 * The expression for the values of a parameter. Except for the last parameter of a segment, a value ends at the first
 * occurrence of the literal that follows, so that no input makes the expression backtrack more than once over the
 * segment.
 */
function expressionBefore(literal: string, isLast: boolean): string {
  if (isLast) return '.+';
  return literal === '' ? '.' : `(?:(?!${escapeExpression(decodeLiteral(literal))}).)+`;
}

/** A literal as it is written in a pattern: find-my-way requires literal colons to be doubled. */
function writeLiteral(literal: string): string {
  return decodeLiteral(literal).replaceAll(':', '::');
}

/** A literal as it is in the decoded path, which find-my-way compares. */
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

/** Escapes each code unit, since find-my-way counts the parentheses of an expression without parsing it. */
function escapeExpression(literal: string): string {
  return literal.replace(
    /[^A-Za-z0-9]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
