const secretWord = 'secret|password|passwd|credential|private|token|api_?key';
const secretName = new RegExp(secretWord, 'i');
const secretMember = new RegExp(`(${secretWord})\\w*['"]?\\s*[:=]\\s*[^\\s{[&*]`, 'i');

const date = /^\d{4}-\d\d-\d\d/;

/** Whether a field with this name and value would contain a secret in plain text. A date is not a secret. */
export function wouldBeSecret(name: string, value: unknown): boolean {
  if (!secretName.test(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  return !date.test(String(value));
}

/** Whether a line of a file assigns a value to a name that sounds like a secret. */
export function showsSecret(line: string): boolean {
  return secretMember.test(line);
}
