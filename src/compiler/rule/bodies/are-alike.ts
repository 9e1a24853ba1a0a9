/** Whether two names are the same but for their case and what separates their words: `dog_walks` and `dogWalks`. */
export function areAlike(one: string, other: string): boolean {
  return toLetters(one) === toLetters(other);
}

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
