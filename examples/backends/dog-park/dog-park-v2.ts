import type { ResourceService } from '../http/route.ts';
import type { DogParkData } from './dog-park-data.ts';
import { dogRoutes } from './dog-routes.ts';
import { walkRoutes } from './walk-routes.ts';

/** Version v2 of DogPark, with dogs and walks of its own. */
export function dogParkV2(data: DogParkData): ResourceService {
  const dogs = new Map(data.dogs.map((dog) => [dog.id, dog]));
  const walks = new Map(data.walks.map((walk) => [walk.id, walk]));
  return { mediaType: 'application/json', routes: [...dogRoutes(dogs, walks), ...walkRoutes(dogs, walks)] };
}
