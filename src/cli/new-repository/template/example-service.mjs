// Stands for the services of RoomBooking: answers each call with an empty list. Replace it with your own.
import { createServer } from 'node:http';

const list = '/room_booking/v1/bookings';
const bookings = {
  totalCount: 0,
  _embedded: { bookings: [] },
  _links: { self: { href: list }, first: { href: list }, last: { href: list } },
};

for (const port of [3001, 3002]) {
  createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(bookings));
  }).listen(port, '127.0.0.1');
}
