import type { ResourceService } from '../http/route.ts';
import type { CourseData } from './course-data.ts';
import { courseRoutes } from './course-routes.ts';
import { enrollmentRoutes } from './enrollment-routes.ts';
import { openRegistry } from './registry.ts';

/** CourseEnrollments, with courses and students of its own. */
export function courseEnrollments(data: CourseData): ResourceService {
  const registry = openRegistry(data);
  return {
    mediaType: 'application/json',
    routes: [...courseRoutes(registry), ...enrollmentRoutes(registry)],
  };
}
