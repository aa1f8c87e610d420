/** Packs a module of Python as a wheel, which `pip install` takes: a ZIP of the module and of three files that describe it. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The day that a ZIP gives to files without a date, 1 January 1980: the same sources make the same bytes. */
const NO_DATE = 0x21;

/** Writes a version as Python does: `0.3.0-dev` is `0.3.0.dev0`. */
export const pythonVersion = (version) => version.replace('-dev', '.dev0');

/** Returns the name and the bytes of the wheel of `curp.py`. */
export function makeWheel({ module, version, summary, license }) {
  const name = `curp_service-${pythonVersion(version)}`;
  const info = `${name}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.4',
    'Name: curp-service',
    `Version: ${pythonVersion(version)}`,
    `Summary: ${summary}`,
    'License-Expression: MIT',
    'License-File: LICENSE',
    'Requires-Python: >=3.9',
    '',
  ];
  const wheel = ['Wheel-Version: 1.0', 'Generator: curp-service', 'Root-Is-Purelib: true', 'Tag: py3-none-any', ''];
  const files = [
    ['curp.py', module],
    [`${info}/licenses/LICENSE`, license],
    [`${info}/METADATA`, Buffer.from(metadata.join('\n'))],
    [`${info}/WHEEL`, Buffer.from(wheel.join('\n'))],
  ];
  const record = `${info}/RECORD`;
  const lines = files.map(([path, bytes]) => `${path},sha256=${sumOf(bytes)},${bytes.length}\n`);
  files.push([record, Buffer.from(`${lines.join('')}${record},,\n`)]);
  return { name: `${name}-py3-none-any.whl`, bytes: zip(files) };
}

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('base64url');

/** Writes files into a ZIP, without compression. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const about = Buffer.alloc(26); // what the header of a file and its entry in the directory share
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(NO_DATE, 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(0o100644 * 0x10000, 6); // a file that everybody may read
    entry.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 3]); // on Unix, so that the permissions count
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), made, about, entry, name);
    const header = [Buffer.from('PK\u0003\u0004', 'latin1'), about, name, bytes];
    parts.push(...header);
    offset += header.reduce((length, part) => length + part.length, 0);
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
