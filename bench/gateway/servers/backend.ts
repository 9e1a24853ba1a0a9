import { createServer, type Socket } from 'node:net';

/**
 * An upstream that answers every request at once with the same kilobyte of JSON, on the bare socket, so that the proxy
 * before it is measured. It takes requests without a body only. Its argument is the port.
 */
const start = '{"data":"';
const body = `${start}${'x'.repeat(1024 - start.length - 2)}"}`;
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);
const endOfRequest = '\r\n\r\n';

createServer(serve).listen(Number(process.argv[2]), '127.0.0.1');

function serve(socket: Socket): void {
  let left: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    const received = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    left = received.subarray(answerAll(received, socket));
  });
}

/** Returns the index behind the last whole request. */
function answerAll(received: Buffer, socket: Socket): number {
  let end = 0;
  for (let found = received.indexOf(endOfRequest); found >= 0; found = received.indexOf(endOfRequest, end)) {
    end = found + endOfRequest.length;
    socket.write(answer);
  }
  return end;
}
