import { expect, test } from 'vitest';
import { placeDefinition } from '#cli/add-api/place-definition.ts';

function place(...files: readonly string[]) {
  const texts = new Map(files.map((file) => [file, `text of ${file}`]));
  return placeDefinition('/repository', 'apis/dog_park/v1', { document: {}, texts, isOnDisk: true });
}

test('a document in the repository is referred to', () => {
  expect(place('/repository/dogs.yaml', '/elsewhere/x.yaml')).toEqual({
    definition: '../../../dogs.yaml',
    copies: {},
    placed: ['dogs.yaml', '../elsewhere/x.yaml'],
  });
  expect(place('/repository/apis/dog_park/v1/openapi.yaml')).toEqual({
    definition: './openapi.yaml',
    copies: {},
    placed: ['apis/dog_park/v1/openapi.yaml'],
  });
});

test('a document elsewhere is copied with its files, in their layout', () => {
  expect(place('/repository-2/dogs.yaml', '/repository-2/b/c/x.yaml')).toEqual({
    definition: './dogs.yaml',
    copies: {
      'apis/dog_park/v1/dogs.yaml': 'text of /repository-2/dogs.yaml',
      'apis/dog_park/v1/b/c/x.yaml': 'text of /repository-2/b/c/x.yaml',
    },
    placed: ['apis/dog_park/v1/dogs.yaml', 'apis/dog_park/v1/b/c/x.yaml'],
  });
});

test('a document elsewhere cannot have files copied from outside its folder', () => {
  expect(() => place('/downloads/api/dogs.yaml', '/downloads/private/kube.yaml')).toThrow(
    'The document refers to ../private/kube.yaml, which is outside its folder.',
  );
});

test('a copy keeps clear of the declarations beside it', () => {
  expect(place('/elsewhere/api.yaml')).toEqual({
    definition: './definition/api.yaml',
    copies: { 'apis/dog_park/v1/definition/api.yaml': 'text of /elsewhere/api.yaml' },
    placed: ['apis/dog_park/v1/definition/api.yaml'],
  });
});
