const v2 = '/store/apis/dog_park/v2';
const listDogs = '?method=GET&path=%2Fdogs';
const form = (name: string, query = '') => `/store/proposals/new/${name}${query}`;

/** For each page of the store, the addresses at which ada sees it in the example store. */
export const storePages: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['/store/sign-in'],
  '/signed-in': ['/store/signed-in?ticket=x'],
  '/signed-out': ['/store/signed-out'],
  '/signed-in-again': ['/store/signed-in-again'],
  '/proposals': ['/store/proposals'],
  '/proposals/new/:form': [
    form('application'),
    form('settings', '?application=CampusPortal'),
    form('keys', '?application=CampusPortal'),
    form('subscribe'),
    form('subscribe', '?application=KennelSync&api=LibraryCatalog%2Fv1'),
    form('withdraw', '?application=CampusPortal&api=DogPark%2Fv2'),
    form('api'),
    form('version', '?api=DogPark%2Fv2'),
    form('deprecate', '?api=DogPark%2Fv2'),
    form('retire', '?api=DogPark%2Fv1'),
    form('retire'),
    form('deprecate', '?api=DogPark%2Fv2&successor=DogPark%2Fv2'),
    form('application', '?api=DogPark%2Fv2'),
    form('nothing'),
  ],
  '': ['/store', '/store?q=dogs', '/store?q=nothing+has+this', '/store?state=deprecated'],
  '/owners': ['/store/owners'],
  '/topics': ['/store/topics'],
  '/applications': ['/store/applications'],
  '/applications/:application': [
    '/store/applications/CampusPortal',
    '/store/applications/KennelSync?usage=hours',
  ],
  '/applications/:application/calls': [
    '/store/applications/CampusPortal/calls',
    '/store/applications/KennelSync/calls',
  ],
  '/publisher': ['/store/publisher'],
  '/publisher/:context/:version': ['/store/publisher/dog_park/v1', '/store/publisher/dog_park/v2'],
  '/apis/:context': ['/store/apis/library_catalog'],
  '/apis/:context/:version': [
    v2,
    '/store/apis/dog_park/v1',
    '/store/apis/course_enrollments/1',
    '/store/apis/library_catalog/v1',
  ],
  '/apis/:context/:version/operations': [`${v2}/operations?tag=Dogs`],
  '/apis/:context/:version/operation': [
    `${v2}/operation${listDogs}`,
    '/store/apis/library_catalog/v1/operation?method=POST&path=%2Fbooks',
  ],
  '/apis/:context/:version/schemas': [`${v2}/schemas`],
  '/apis/:context/:version/schemas/:schema': [`${v2}/schemas/Dog`],
  '/apis/:context/:version/changes': [`${v2}/changes`],
  '/apis/:context/:version/operation/try': [
    `${v2}/operation/try${listDogs}`,
    `${v2}/operation/try?method=POST&path=%2Fdogs`,
  ],
  '/apis/:context/:version/reference': [`${v2}/reference`],
  '/apis/:context/:version/guides/:guide': [`${v2}/guides/moving-from-v1`],
  '/guides': ['/store/guides'],
  '/guides/:guide': ['/store/guides/first-call', '/store/guides/nothing'],
  '/errors': ['/store/errors'],
  '/errors/:code': ['/store/errors/not_subscribed', '/store/errors/nothing'],
};
