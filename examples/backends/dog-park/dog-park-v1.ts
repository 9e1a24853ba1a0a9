import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { equalityConditions, filterItems } from '../collection/conditions.ts';
import { offsetPaging } from '../collection/paging.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, ResourceService } from '../http/route.ts';
import { AgedDogSchema, type AgedDog } from './dog.ts';
import { agedDogs, type DogParkData } from './dog-park-data.ts';

const dogsPath = '/dog_park/v1/dogs';

const dogView: CollectionView<AgedDog> = {
  path: dogsPath,
  name: 'dogs',
  paging: offsetPaging,
  sortable: ['name', 'breed', 'age'],
  defaultSort: 'name',
  represent: representDog,
};

/** Version v1 of DogPark, with dogs of its own. */
export function dogParkV1(data: DogParkData): ResourceService {
  const dogs = new Map(agedDogs(data).map((dog) => [dog.id, dog]));
  return {
    mediaType: 'application/json',
    routes: [
      { method: 'GET', path: '/dogs', answer: ({ query }) => listDogs(dogs, query) },
      { method: 'POST', path: '/dogs', answer: ({ body }) => createDog(dogs, body) },
      {
        method: 'GET',
        path: '/dogs/{dog_id}',
        answer: (request) => answerWith(representDog(findDog(dogs, request))),
      },
      { method: 'PUT', path: '/dogs/{dog_id}', answer: (request) => replaceDog(dogs, request) },
      { method: 'DELETE', path: '/dogs/{dog_id}', answer: (request) => deleteDog(dogs, request) },
    ],
  };
}

function representDog(dog: AgedDog): object {
  return { ...dog, _links: { self: { href: `${dogsPath}/${dog.id}` } } };
}

function findDog(dogs: ReadonlyMap<string, AgedDog>, { identifiers }: ResourceRequest): AgedDog {
  return requireItem(dogs, identifiers['dog_id'], 'dog');
}

function listDogs(dogs: ReadonlyMap<string, AgedDog>, query: URLSearchParams): Answer {
  const found = filterItems(dogs.values(), equalityConditions(query, ['breed', 'size']));
  return answerCollection(found, query, dogView);
}

function createDog(dogs: Map<string, AgedDog>, body: unknown): Answer {
  const dog = { id: randomUUID(), ...checkBody(AgedDogSchema, body), registeredAt: new Date().toISOString() };
  dogs.set(dog.id, dog);
  return answerCreated(`${dogsPath}/${dog.id}`, representDog(dog));
}

function replaceDog(dogs: Map<string, AgedDog>, request: ResourceRequest): Answer {
  const { id, registeredAt } = findDog(dogs, request);
  const dog = { id, ...checkBody(AgedDogSchema, request.body), registeredAt };
  dogs.set(id, dog);
  return answerWith(representDog(dog));
}

function deleteDog(dogs: Map<string, AgedDog>, request: ResourceRequest): Answer {
  dogs.delete(findDog(dogs, request).id);
  return answerNothing();
}
