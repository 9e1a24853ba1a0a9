import { exampleResponses } from './example-responses.ts';
import { exampleSchemas } from './example-schemas.ts';

const operations = `openapi: 3.0.3
info:
  title: Room Booking
  version: v1
  description: The bookings of rooms.
  contact:
    name: Facilities team
    email: facilities@example.edu
servers:
  - url: https://localhost:8243/room_booking/v1
    description: The gateway that \`gatewright run\` starts.
security:
  - gateway: []
tags:
  - name: Bookings
    description: Who uses which room, and when.

paths:
  /bookings:
    get:
      operationId: listBookings
      tags: [Bookings]
      summary: List bookings
      description: The bookings that fit every filter, one page of them at a time, the earliest first unless \`sort\` says otherwise.
      parameters:
        - $ref: '#/components/parameters/Limit'
        - $ref: '#/components/parameters/Offset'
        - name: sort
          in: query
          description: The attributes to sort by, separated by commas; a leading \`-\` sorts downwards.
          schema:
            type: string
            pattern: ^[+-]?(room|startsAt)(,[+-]?(room|startsAt))*$
            default: startsAt
          example: room,-startsAt
        - name: room
          in: query
          description: Only bookings of this room.
          schema: { type: string, minLength: 1 }
          example: B 114
      responses:
        '200':
          description: A page of bookings, which may be empty.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/BookingCollection' }
        '400': { $ref: '#/components/responses/BadRequest' }
        '403': { $ref: '#/components/responses/Forbidden' }
        '404': { $ref: '#/components/responses/NotFound' }
        '429': { $ref: '#/components/responses/TooManyRequests' }
        '500': { $ref: '#/components/responses/ServerError' }
        '503': { $ref: '#/components/responses/Unavailable' }
    post:
      operationId: createBooking
      tags: [Bookings]
      summary: Book a room
      description: Books a room. The service gives the booking its identifier.
      requestBody: { $ref: '#/components/requestBodies/Booking' }
      responses:
        '201':
          description: The room is booked.
          headers:
            Location:
              description: The address of the booking.
              required: true
              schema: { type: string, format: uri-reference }
              example: /room_booking/v1/bookings/7e5d9a04-c2f3-4b18-9d60-e1a3b4c5d6f7
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Booking' }
        '400': { $ref: '#/components/responses/BadRequest' }
        '403': { $ref: '#/components/responses/Forbidden' }
        '409': { $ref: '#/components/responses/Conflict' }
        '415': { $ref: '#/components/responses/UnsupportedMediaType' }
        '422': { $ref: '#/components/responses/ValidationFailed' }
        '429': { $ref: '#/components/responses/TooManyRequests' }
        '500': { $ref: '#/components/responses/ServerError' }
        '503': { $ref: '#/components/responses/Unavailable' }

  /bookings/{booking_id}:
    parameters:
      - $ref: '#/components/parameters/BookingId'
    get:
      operationId: getBooking
      tags: [Bookings]
      summary: Get a booking
      description: One booking.
      responses:
        '200':
          description: The booking.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Booking' }
        '400': { $ref: '#/components/responses/BadRequest' }
        '403': { $ref: '#/components/responses/Forbidden' }
        '404': { $ref: '#/components/responses/NotFound' }
        '429': { $ref: '#/components/responses/TooManyRequests' }
        '500': { $ref: '#/components/responses/ServerError' }
        '503': { $ref: '#/components/responses/Unavailable' }
    delete:
      operationId: deleteBooking
      tags: [Bookings]
      summary: Cancel a booking
      description: Cancels a booking, so that the room is free again.
      responses:
        '204': { description: The booking is cancelled. }
        '400': { $ref: '#/components/responses/BadRequest' }
        '403': { $ref: '#/components/responses/Forbidden' }
        '404': { $ref: '#/components/responses/NotFound' }
        '429': { $ref: '#/components/responses/TooManyRequests' }
        '500': { $ref: '#/components/responses/ServerError' }
        '503': { $ref: '#/components/responses/Unavailable' }
`;

/** apis/room_booking/v1/openapi.yaml: a small document that every rule is content with. */
export const exampleDefinition = `${operations}
components:
${exampleResponses}
${exampleSchemas}`;
