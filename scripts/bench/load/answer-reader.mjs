/** Finds the end of HTTP responses in the bytes of a connection that carries one at a time. */

const HEAD_END = "\r\n\r\n";
const LINE_END = 10;

/** `take` receives each part as it arrives. It returns the status when a response is complete, otherwise undefined. */
export function createAnswerReader() {
  let head = "";
  let status = 0;
  /** Receives a part of the body; true at its end. Null while the head is read. */
  let takeBody = null;

  return {
    take(part) {
      let body = part;
      if (!takeBody) {
        head += part.toString("latin1");
        const end = head.indexOf(HEAD_END);
        if (end < 0) return undefined;
        status = Number(head.slice(9, 12));
        const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
        takeBody = length === undefined ? readChunks() : readLength(Number(length));
        body = Buffer.from(head.slice(end + HEAD_END.length), "latin1");
        head = "";
      }
      if (!takeBody(body)) return undefined;
      takeBody = null;
      return status;
    },
  };
}

function readLength(length) {
  let left = length;
  return (part) => {
    left -= part.length;
    return left <= 0;
  };
}

/** Each chunk is a line with its size, this many bytes, and a line end. A chunk of size 0 is the last. */
function readChunks() {
  let sizeLine = "";
  let left = 0;
  let isLast = false;
  return (part) => {
    for (let at = 0; at < part.length;) {
      if (left > 0) {
        const step = Math.min(left, part.length - at);
        left -= step;
        at += step;
      } else {
        const end = part.indexOf(LINE_END, at);
        sizeLine += part.toString("latin1", at, end < 0 ? part.length : end);
        if (end < 0) return false;
        at = end + 1;
        const size = Number.parseInt(sizeLine, 16);
        sizeLine = "";
        isLast = size === 0;
        left = size + 2;
      }
    }
    return isLast && left === 0;
  };
}
