import { splitWords } from '../../compiler/rule/words/split-words.ts';

/** A name in snake_case, as it stands in paths: DogPark becomes dog_park. */
export function toSnakeCase(name: string): string {
  return splitWords(name).join('_').toLowerCase();
}
