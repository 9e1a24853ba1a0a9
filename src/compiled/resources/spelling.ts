/**
 * A path as lenient servers read it: with all escapes resolved, without the parameters of segments, a slash at its end
 * and the case of ASCII letters. Escapes are complete and UTF-8.
 */
export function spellingOfPath(path: string): string {
  const decoded = decodeURIComponent(path)
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '');
  const segments = foldCase(decoded)
    .split('/')
    .filter((segment) => segment !== '');
  return `/${segments.map(escape).join('/')}`;
}

/** An escaped delimiter would be one of which it is unknown whether it delimits something. */
function escape(segment: string): string {
  return encodeURI(segment).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** A path template that the spelling of a path fits if the path may mean one of the template. */
export function spellingOfTemplate(template: string): string {
  return `/${foldCase(template)
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')}`;
}

function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
