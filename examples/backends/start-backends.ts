import type { CompiledEndpoint } from '../../src/compiled/compiled-api.ts';
import type { Compiled } from '../../src/compiled/compiled.ts';
import type { KeySetName } from '../../src/compiled/manifest.ts';
import { courseData } from './course-enrollments/course-data.ts';
import { courseEnrollments } from './course-enrollments/course-enrollments.ts';
import { dogParkData } from './dog-park/dog-park-data.ts';
import { dogParkV1 } from './dog-park/dog-park-v1.ts';
import { dogParkV2 } from './dog-park/dog-park-v2.ts';
import { startResourceServer, type ResourceServer } from './http/resource-server.ts';
import type { ResourceService } from './http/route.ts';
import { libraryCatalog } from './library-catalog/library-catalog.ts';
import { libraryData } from './library-catalog/library-data.ts';

/** What stands behind each version of each API, with the data of a key set. */
export const backends: Readonly<Record<string, (keySet: KeySetName) => ResourceService>> = {
  'DogPark/v1': (keySet) => dogParkV1(dogParkData[keySet]),
  'DogPark/v2': (keySet) => dogParkV2(dogParkData[keySet]),
  'LibraryCatalog/v1': (keySet) => libraryCatalog(libraryData[keySet]),
  'CourseEnrollments/1': (keySet) => courseEnrollments(courseData[keySet]),
};

/** Starts a backend at each endpoint that the APIs declare; where one cannot start, none stays. */
export async function startBackends(compiled: Compiled): Promise<readonly ResourceServer[]> {
  const starts = await Promise.allSettled(
    [...compiled.apis.values()].flatMap(({ name, version, endpoints }) => {
      const backend = backends[`${name}/${version}`];
      if (!backend) throw new Error(`The examples have no backend for ${name}/${version}.`);
      return [
        startAt(endpoints.production, backend('production')),
        startAt(endpoints.sandbox, backend('sandbox')),
      ];
    }),
  );
  const started = starts.flatMap((start) =>
    start.status === 'fulfilled' && start.value ? [start.value] : [],
  );
  const failure = starts.find((start) => start.status === 'rejected');
  if (!failure) return started;
  await Promise.all(started.map((server) => server.close()));
  throw failure.reason;
}

async function startAt(
  endpoint: CompiledEndpoint | undefined,
  service: ResourceService,
): Promise<ResourceServer | undefined> {
  const target = endpoint?.targets[0];
  return target === undefined ? undefined : startResourceServer(service, Number(new URL(target).port));
}
