import { randomUUID } from 'node:crypto';
import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { offsetPaging } from '../collection/paging.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { NewWalkSchema, type BornDog, type Walk } from './dog.ts';
import { dogAddress, findDog } from './dog-routes.ts';

type Dogs = ReadonlyMap<string, BornDog>;
type Walks = Map<string, Walk>;

/** The walks of each dog of version v2. */
export function walkRoutes(dogs: Dogs, walks: Walks): readonly Route[] {
  const collection = '/dogs/{dog_id}/walks';
  const entity = `${collection}/{walk_id}`;
  return [
    { method: 'GET', path: collection, answer: (request) => listWalks(dogs, walks, request) },
    { method: 'POST', path: collection, answer: (request) => createWalk(dogs, walks, request) },
    { method: 'GET', path: entity, answer: (request) => getWalk(dogs, walks, request) },
    { method: 'DELETE', path: entity, answer: (request) => deleteWalk(dogs, walks, request) },
  ];
}

function walksAddress(dogId: string): string {
  return `${dogAddress(dogId)}/walks`;
}

function walkView(dog: BornDog): CollectionView<Walk> {
  return {
    path: walksAddress(dog.id),
    name: 'walks',
    paging: offsetPaging,
    sortable: ['startedAt', 'durationMinutes'],
    defaultSort: '-startedAt',
    represent: (walk) => representWalk(dog, walk),
  };
}

function representWalk({ id, name }: BornDog, { dogId, ...walk }: Walk): object {
  return {
    ...walk,
    _embedded: { dog: { id, name, _links: { self: { href: dogAddress(id) } } } },
    _links: { self: { href: `${walksAddress(dogId)}/${walk.id}` } },
  };
}

function listWalks(dogs: Dogs, walks: Walks, request: ResourceRequest): Answer {
  const dog = findDog(dogs, request);
  const found = [...walks.values()].filter(({ dogId }) => dogId === dog.id);
  return answerCollection(found, request.query, walkView(dog));
}

function createWalk(dogs: Dogs, walks: Walks, request: ResourceRequest): Answer {
  const dog = findDog(dogs, request);
  const walk = { id: randomUUID(), dogId: dog.id, ...checkBody(NewWalkSchema, request.body) };
  walks.set(walk.id, walk);
  return answerCreated(`${walksAddress(dog.id)}/${walk.id}`, representWalk(dog, walk));
}

function getWalk(dogs: Dogs, walks: Walks, request: ResourceRequest): Answer {
  const dog = findDog(dogs, request);
  return answerWith(representWalk(dog, findWalk(dog, walks, request)));
}

function deleteWalk(dogs: Dogs, walks: Walks, request: ResourceRequest): Answer {
  walks.delete(findWalk(findDog(dogs, request), walks, request).id);
  return answerNothing();
}

function findWalk(dog: BornDog, walks: Walks, { identifiers }: ResourceRequest): Walk {
  const walk = requireItem(walks, identifiers['walk_id'], 'walk');
  if (walk.dogId === dog.id) return walk;
  throw new RefusedRequest(404, 'walk_not_found', 'There is no such walk.');
}
