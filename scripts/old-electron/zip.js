/**
 * The minimum of the zip format needed to extract one entry of a package: `unzip` is not installed
 * everywhere.
 */
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const stored = 0;
const deflated = 8;

/** Maximum distance of the end record from the end of the file: 22 bytes, and a comment of at most 65,535. */
const maxEndRecordDistance = 22 + 0xffff;

/**
 * @param {number} fd
 * @param {number} offset
 * @param {number} length
 */
function read(fd, offset, length) {
  const buffer = Buffer.alloc(length);
  const count = readSync(fd, buffer, 0, length, offset);
  return buffer.subarray(0, count);
}

/**
 * @returns {{ method: number, size: number, dataOffset: number }}
 * @param {number} fd
 * @param {string} name
 */
function locate(fd, name) {
  const { size: fileSize } = fstatSync(fd);
  const tailOffset = Math.max(0, fileSize - maxEndRecordDistance);
  const tail = read(fd, tailOffset, fileSize - tailOffset);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Error('not a zip file: it has no end record');
  const entries = tail.readUInt16LE(end + 10);
  const directory = read(fd, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));

  let at = 0;
  for (let i = 0; i < entries; i++) {
    const nameLength = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const header = directory.readUInt32LE(at + 42);
      const local = read(fd, header, 30);
      return {
        method: directory.readUInt16LE(at + 10),
        size: directory.readUInt32LE(at + 20),
        dataOffset: header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28),
      };
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`the zip file has no entry ${name}`);
}

/**
 * Writes the entry `name` of the zip file `archive` to the file `target`.
 * @param {string} archive
 * @param {string} name
 * @param {string} target
 */
export async function extractEntry(archive, name, target) {
  const fd = openSync(archive, 'r');
  let entry;
  try {
    entry = locate(fd, name);
  } finally {
    closeSync(fd);
  }
  if (entry.method !== stored && entry.method !== deflated) {
    throw new Error(`the zip entry ${name} uses compression method ${entry.method}, which is not supported`);
  }
  const source = createReadStream(archive, {
    start: entry.dataOffset,
    end: entry.dataOffset + entry.size - 1,
  });
  const to = createWriteStream(target);
  await (entry.method === deflated ? pipeline(source, createInflateRaw(), to) : pipeline(source, to));
}
