/** Reference: a bare `node:http` server, the lowest cost of any response. */
import { createServer } from "node:http";

createServer((_request, response) => {
  response.setHeader("Content-Type", "text/plain");
  response.end("Hello");
}).listen(Number(process.env.PORT), "127.0.0.1");
