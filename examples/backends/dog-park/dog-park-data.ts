import type { AgedDog, BornDog, Walk } from './dog.ts';

export interface DogParkData {
  readonly dogs: readonly BornDog[];
  readonly walks: readonly Walk[];
}

const bella = '3b0a7c52-91d4-4c0e-8f5e-6a2d1be7c9f0';
const luna = 'c6f1e2d8-0b7a-4d93-a1c4-58e9f07b3a21';
const rex = '91e5b3c7-6d2f-4a80-b7c9-0d4e5f6a7b81';
const sampleOne = '0a1b2c3d-9e8f-4d7c-8b6a-5f4e3d2c1b0a';
const sampleTwo = 'fedcba98-7654-4321-8fed-cba987654321';

/** Two sets of dogs, told apart at a glance: those of the sandbox are all called Sample. */
export const dogParkData: Readonly<Record<'production' | 'sandbox', DogParkData>> = {
  production: {
    dogs: [
      {
        id: bella,
        name: 'Bella',
        breed: 'Beagle',
        size: 'medium',
        birthDate: '2019-04-12',
        weightKilograms: 11.5,
        registeredAt: '2019-07-01T09:30:00Z',
      },
      {
        id: luna,
        name: 'Luna',
        breed: 'Border Collie',
        size: 'medium',
        birthDate: '2021-11-03',
        registeredAt: '2022-01-15T14:05:00Z',
      },
      {
        id: rex,
        name: 'Rex',
        breed: 'Great Dane',
        size: 'large',
        birthDate: '2017-06-21',
        weightKilograms: 62,
        registeredAt: '2017-09-30T11:00:00Z',
      },
    ],
    walks: [
      {
        id: 'f0a9b8c7-1234-4e56-9b0d-2c4d6e8f1a3b',
        dogId: bella,
        startedAt: '2026-08-30T07:15:00Z',
        durationMinutes: 45,
      },
      {
        id: '6b5a4c3d-2e1f-4098-a7b6-c5d4e3f2a1b0',
        dogId: bella,
        startedAt: '2026-08-31T18:00:00Z',
        durationMinutes: 30,
      },
    ],
  },
  sandbox: {
    dogs: [
      {
        id: sampleOne,
        name: 'Sample Spaniel',
        breed: 'Cocker Spaniel',
        size: 'medium',
        birthDate: '2020-01-01',
        registeredAt: '2020-01-02T00:00:00Z',
      },
      {
        id: sampleTwo,
        name: 'Sample Terrier',
        breed: 'Fox Terrier',
        size: 'small',
        birthDate: '2020-02-02',
        registeredAt: '2020-02-03T00:00:00Z',
      },
    ],
    walks: [
      {
        id: '12345678-90ab-4cde-8f01-23456789abcd',
        dogId: sampleOne,
        startedAt: '2026-01-01T12:00:00Z',
        durationMinutes: 10,
      },
    ],
  },
};

/** The dogs as version v1 holds them: each with the age that its owner told at the registration. */
export function agedDogs({ dogs }: DogParkData): readonly AgedDog[] {
  return dogs.map(({ id, name, breed, size, birthDate, registeredAt }) => ({
    id,
    name,
    breed,
    size,
    age: Number(registeredAt.slice(0, 4)) - Number(birthDate.slice(0, 4)),
    registeredAt,
  }));
}
