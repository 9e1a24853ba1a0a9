import { expect, test } from 'vitest';
import { splitWords } from '#compiler/rule/words/split-words.ts';

test.each([
  ['DogPark', ['Dog', 'Park']],
  ['dogParkVisits', ['dog', 'Park', 'Visits']],
  ['/dog_park', ['dog', 'park']],
  ['Dog_Park_2', ['Dog', 'Park', '2']],
  ['Base64Codec', ['Base64', 'Codec']],
  ['HTTPStatus', ['HTTP', 'Status']],
  ['Therapists', ['Therapists']],
  ['APIStore', ['API', 'Store']],
  ['DogAPIs', ['Dog', 'APIs']],
  ['DogAPIV2', ['Dog', 'API', 'V2']],
  ['APIARY', ['APIARY']],
  ['CaféMenu', ['Cafe', 'Menu']],
  ['', []],
])('%s', (identifier, words) => {
  expect(splitWords(identifier)).toEqual(words);
});
