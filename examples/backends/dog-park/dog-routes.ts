import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { equalityConditions, filterItems } from '../collection/conditions.ts';
import { offsetPaging } from '../collection/paging.ts';
import { answerConditionally } from '../http/answer-conditionally.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { BornDogSchema, DogChangesSchema, type BornDog, type Walk } from './dog.ts';

const dogsPath = '/dog_park/v2/dogs';

const dogView: CollectionView<BornDog> = {
  path: dogsPath,
  name: 'dogs',
  paging: offsetPaging,
  sortable: ['name', 'breed', 'birthDate'],
  defaultSort: 'name',
  represent: representDog,
};

type Dogs = Map<string, BornDog>;

/** The dogs of version v2; the walks tell which of them can be deleted. */
export function dogRoutes(dogs: Dogs, walks: ReadonlyMap<string, Walk>): readonly Route[] {
  return [
    { method: 'GET', path: '/dogs', answer: ({ query }) => listDogs(dogs, query) },
    { method: 'POST', path: '/dogs', answer: ({ body }) => createDog(dogs, body) },
    { method: 'GET', path: '/dogs/{dog_id}', answer: (request) => getDog(dogs, request) },
    { method: 'PUT', path: '/dogs/{dog_id}', answer: (request) => replaceDog(dogs, request) },
    { method: 'PATCH', path: '/dogs/{dog_id}', answer: (request) => updateDog(dogs, request) },
    { method: 'DELETE', path: '/dogs/{dog_id}', answer: (request) => deleteDog(dogs, walks, request) },
  ];
}

/** The public address of a dog. */
export function dogAddress(dogId: string): string {
  return `${dogsPath}/${dogId}`;
}

/** The dog that a path names. Throws a 404. */
export function findDog(dogs: ReadonlyMap<string, BornDog>, { identifiers }: ResourceRequest): BornDog {
  return requireItem(dogs, identifiers['dog_id'], 'dog');
}

function representDog(dog: BornDog): object {
  const self = dogAddress(dog.id);
  return { ...dog, _links: { self: { href: self }, walks: { href: `${self}/walks` } } };
}

function listDogs(dogs: Dogs, query: URLSearchParams): Answer {
  const found = filterItems(dogs.values(), equalityConditions(query, ['breed', 'size']));
  return answerCollection(found, query, dogView);
}

function getDog(dogs: Dogs, request: ResourceRequest): Answer {
  const dog = findDog(dogs, request);
  return answerConditionally(request, dogAddress(dog.id), representDog(dog));
}

function createDog(dogs: Dogs, body: unknown): Answer {
  const dog = { id: randomUUID(), ...checkBody(BornDogSchema, body), registeredAt: new Date().toISOString() };
  dogs.set(dog.id, dog);
  return answerCreated(dogAddress(dog.id), representDog(dog));
}

function replaceDog(dogs: Dogs, request: ResourceRequest): Answer {
  const { id, registeredAt } = findDog(dogs, request);
  return storeDog(dogs, { id, ...checkBody(BornDogSchema, request.body), registeredAt });
}

function updateDog(dogs: Dogs, request: ResourceRequest): Answer {
  const dog = findDog(dogs, request);
  return storeDog(dogs, { ...dog, ...checkBody(DogChangesSchema, request.body) });
}

function storeDog(dogs: Dogs, dog: BornDog): Answer {
  dogs.set(dog.id, dog);
  return answerWith(representDog(dog));
}

function deleteDog(dogs: Dogs, walks: ReadonlyMap<string, Walk>, request: ResourceRequest): Answer {
  const { id } = findDog(dogs, request);
  const walked = [...walks.values()].some(({ dogId }) => dogId === id);
  if (walked) throw new RefusedRequest(409, 'dog_has_walks', 'The dog still has walks.');
  dogs.delete(id);
  return answerNothing();
}
