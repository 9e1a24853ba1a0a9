/** A call of a backend, and the status that it must answer with. */
export interface DemoCall {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

const bella = '/dogs/3b0a7c52-91d4-4c0e-8f5e-6a2d1be7c9f0';
const rex = '/dogs/91e5b3c7-6d2f-4a80-b7c9-0d4e5f6a7b81';
const walk = `${bella}/walks/f0a9b8c7-1234-4e56-9b0d-2c4d6e8f1a3b`;
const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const tempest = '/books/2d7e8f90-a1b2-4c3d-9e4f-5a6b7c8d9e0f';
const emma = '/books/9f4c1d2e-6b3a-4f58-8e07-1a2b3c4d5e6f';
const loan = '/loans/b8c9d0e1-f2a3-4b4c-9d5e-6f7a8b9c0d1e';
const programming = '5d3e1f7a-2b4c-4d6e-8f90-a1b2c3d4e5f6';
const algebra = 'e8f7d6c5-b4a3-4291-8f0e-1d2c3b4a5f6e';
const ada = 'a7b6c5d4-e3f2-4a1b-9c0d-8e7f6a5b4c3d';
const alan = '1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b';

const book = {
  isbn: '9780140449136',
  title: 'Crime and Punishment',
  author: 'F. Dostoevsky',
  language: 'en',
};
const agedDog = { name: 'Milo', breed: 'Dachshund', size: 'small', age: 2 };
const bornDog = { name: 'Milo', breed: 'Dachshund', size: 'small', birthDate: '2024-02-29' };

const get = (path: string, status = 200, headers = {}): DemoCall => ({
  method: 'GET',
  path,
  status,
  headers,
});
const remove = (path: string, status = 204): DemoCall => ({ method: 'DELETE', path, status });
const send = (method: string, path: string, body: object, status: number): DemoCall => ({
  method,
  path,
  body,
  status,
});

/** Calls of every operation of every example with the production data, in an order in which they succeed. */
export const demoCalls: Readonly<Record<string, readonly DemoCall[]>> = {
  'DogPark/v1': [
    get('/dogs?sort=-age,name&size=medium'),
    get('/dogs?limit=0', 422),
    get(bella),
    get(`/dogs/${nobody}`, 404),
    send('POST', '/dogs', agedDog, 201),
    send('POST', '/dogs', { ...agedDog, age: 'two' }, 422),
    send('PUT', bella, agedDog, 200),
    remove(bella),
  ],
  'DogPark/v2': [
    get('/dogs'),
    get('/dogs?limit=1&offset=1&sort=breed,-birthDate'),
    get('/dogs?breed=Beagle&size=medium'),
    get('/dogs?breed=None'),
    get('/dogs?sort=weight', 422),
    get('/dogs?offset=99', 404, { accept: 'application/xml' }),
    get(bella),
    get(bella, 304, { 'if-none-match': '*' }),
    send('POST', '/dogs', bornDog, 201),
    send('POST', '/dogs', {}, 422),
    send('PUT', bella, bornDog, 200),
    send('PATCH', bella, { weightKilograms: 12.1 }, 200),
    send('PATCH', bella, {}, 422),
    get(`${bella}/walks?sort=durationMinutes`),
    send('POST', `${bella}/walks`, { startedAt: '2026-09-01T06:50:00+02:00', durationMinutes: 30 }, 201),
    get(walk),
    remove(bella, 409),
    remove(walk),
    get(walk, 404),
    remove(rex),
  ],
  'LibraryCatalog/v1': [
    get('/books?pageSize=2&pageNumber=2&sort=author,-publishedYear'),
    get('/books?filter=publishedYear[gte]=1800,language[eq]=en'),
    get('/books?filter=colour[eq]=red', 422),
    get('/books?pageNumber=99', 404),
    get(tempest),
    get(tempest, 304, { 'if-none-match': '*' }),
    { method: 'HEAD', path: tempest, status: 200 },
    get('/books/isbn=9780199536375'),
    get('/books/isbn=9790000000000', 404),
    send('POST', '/books', { ...book, publishedYear: 1866 }, 201),
    send('POST', '/books', { ...book, publishedYear: 1866 }, 409),
    send('PUT', emma, { ...book, isbn: '9780141439587', publishedYear: 1815 }, 204),
    get('/loans?borrowerId=6a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d'),
    get(loan),
    send('POST', `${loan}/renewals`, { dueDate: '2026-10-15' }, 201),
    get(`${loan}/renewals`),
    get(`${loan}/renewals/{created}`),
    send('POST', `${loan}/renewals`, { dueDate: '2026-10-15' }, 422),
    remove(tempest, 409),
    remove(loan),
    remove(tempest),
    send('POST', '/loans', { bookId: emma.slice('/books/'.length), borrowerId: ada }, 201),
    send('POST', '/loans', { bookId: emma.slice('/books/'.length), borrowerId: alan }, 409),
  ],
  'CourseEnrollments/1': [
    get('/courses?sort=-credits,code&credits=gte:6'),
    get('/courses?department=Mathematics&limit=1'),
    get('/courses?credits=near:6', 422),
    get(`/courses/${algebra}`),
    get('/courses/code=MA-201'),
    get('/courses/code=ZZ-999', 404),
    get(`/courses/${programming}/enrollments`),
    get('/enrollments?state=enrolled&sort=-enrolledAt'),
    get(`/enrollments/${programming},${ada}`),
    send('POST', '/enrollments', { courseId: algebra, studentId: alan }, 201),
    send('POST', '/enrollments', { courseId: algebra, studentId: alan }, 409),
    send('POST', '/enrollments', { courseId: programming, studentId: nobody }, 201),
    send('PUT', `/enrollments/${programming},${ada}`, { state: 'completed', grade: 1.7 }, 200),
    send('PUT', `/enrollments/${programming},${ada}`, { state: 'gone' }, 422),
    remove(`/enrollments/${programming},${ada}`),
    get(`/enrollments/${programming},${ada}`, 404),
  ],
};
