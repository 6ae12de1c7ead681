// The file of a backup: NDJSON with hashes that prove that it is complete.
//
// Lines: the header; for each object a line with its schema, and for each of its tables a line with the columns and one array for each row;
// checkpoints, which are not hashed; and the end. A checkpoint has the SHA-256 of the hash before it, in hexadecimal digits, and of the lines since.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** The version of the format that this script reads. */
const FORMAT = 1;

/** A file that is not a complete backup, or an unknown one. */
export class BadFile extends Error {}

/** The lines of a file, each with the position of its end in bytes. The last one may not be complete. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let at; (at = rest.indexOf(10, from)) >= 0; from = at + 1) {
      end += at + 1 - from;
      yield { text: rest.toString("utf8", from, at + 1), end, isComplete: true };
    }
    rest = rest.subarray(from);
  }
  if (rest.length) yield { text: rest.toString("utf8"), end: end + rest.length, isComplete: false };
}

/** What a line is that is not the first one. */
const kindOf = (value) => ["checkpoint", "end", "object", "table"].find((kind) => Object.hasOwn(Object(value), kind)) ?? "row";

/**
 * The lines of a file, read and checked: what each is, and its value. Ends at the first line that is not complete. Nothing may follow the
 * line `end`, because no hash covers it.
 *
 * Kinds are header, object, table, row, checkpoint and end.
 */
export async function* read(path) {
  let hash = "";
  let since = createHash("sha256").update(hash);
  // A checkpoint has to follow each line before the end: only then does a hash cover it.
  let isCovered = true;
  let kind;
  for await (const { text, end, isComplete } of linesOf(path)) {
    if (kind === "end") throw new BadFile("the file is damaged: it goes on after its end");
    if (!isComplete) return;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      throw new BadFile(`the file is damaged: the line that ends at byte ${end} is not JSON`);
    }
    if (!kind && value?.docketBackup !== FORMAT) {
      const found = value?.docketBackup;
      throw new BadFile(found ? `its format is ${found}, and this release reads ${FORMAT}` : "the file is not a backup of Docket");
    }
    kind = kind ? kindOf(value) : "header";
    if (kind === "checkpoint") {
      hash = since.digest("hex");
      since = createHash("sha256").update(hash);
      if (value.sha256 !== hash) throw new BadFile(`the file is damaged before byte ${end}: the hash is another`);
    } else if (kind === "end") {
      if (!isCovered || value.sha256 !== hash) throw new BadFile("the file is damaged: the last hash is another");
    } else {
      since.update(text);
    }
    isCovered = kind === "checkpoint";
    yield { kind, value, end };
  }
}

/**
 * What a file has: its header, the objects with their schemas, rows and hashes, whether it is whole, and the checkpoints from which it can
 * be continued: the last one, and the last one between two objects.
 */
export async function inspect(path) {
  const found = { header: undefined, objects: [], isWhole: false, last: undefined, between: undefined };
  let rows = 0;
  for await (const { kind, value, end } of read(path)) {
    const { header, objects } = found;
    if (kind === "header") found.header = value;
    if (kind === "object") {
      const listed = header.objects[objects.length];
      if (value.object !== listed) throw new BadFile(`it has ${value.object} where its first line has ${listed ?? "no object"}`);
      objects.push({ ...value, rows: 0 });
    }
    if (kind === "row") {
      rows += 1;
      objects.at(-1).rows += 1;
    }
    if (kind === "checkpoint") {
      const isBetween = value.checkpoint.endsWith("..");
      found.last = { checkpoint: value.checkpoint, end, isBetween };
      if (isBetween) found.between = found.last;
      // The hash of everything up to the end of an object: no other backup has it.
      if (isBetween && objects.length) objects.at(-1).sha256 = value.sha256;
    }
    if (kind === "end") {
      if (value.rows !== rows) throw new BadFile(`it has ${rows} rows, and should have ${value.rows}`);
      const missing = header.objects.slice(objects.length);
      if (missing.length) throw new BadFile(`it lacks ${missing.join(", ")}`);
      found.isWhole = true;
    }
  }
  return found;
}
