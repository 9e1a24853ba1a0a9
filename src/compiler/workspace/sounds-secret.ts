const secretWord = 'secret|password|passwd|credential|private|token|api_?key';
const secretName = new RegExp(secretWord, 'i');
const secretMember = new RegExp(`(${secretWord})\\w*['"]?\\s*[:=]\\s*[^\\s{[&*]`, 'i');

/** Whether a field of this name and value would hold a secret in plain text. */
export function wouldBeSecret(name: string, value: unknown): boolean {
  return secretName.test(name) && (typeof value === 'string' || typeof value === 'number');
}

/** Whether a line of a file gives a value to something that sounds like a secret. */
export function showsSecret(line: string): boolean {
  return secretMember.test(line);
}
