/** Workbooks of some sheets, and those that no program would write. */
import { crc32 } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

export const libroDe = async (hojas: Readonly<Record<string, string[][]>>): Promise<Uint8Array> =>
  writeXlsx({ sheets: Object.entries(hojas).map(([name, rows]) => ({ name, rows })) });

const CONTENIDOS = 'http://schemas.openxmlformats.org/package/2006';
const OFICINA = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HOJA = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relacion = (tipo: string, destino: string): string =>
  `<Relationships xmlns="${CONTENIDOS}/relationships"><Relationship Id="rId1" Type="${OFICINA}/${tipo}" Target="${destino}"/></Relationships>`;

/** A workbook of one sheet with these rows, as XML has them. */
export const libroCrudo = (filas: string): Uint8Array =>
  zip({
    '[Content_Types].xml': `<Types xmlns="${CONTENIDOS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relacion('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${HOJA}" xmlns:r="${OFICINA}"><sheets><sheet name="Una" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relacion('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${HOJA}"><sheetData>${filas}</sheetData></worksheet>`,
  });

/** An archive of files that are not compressed. */
function zip(archivos: Readonly<Record<string, string>>): Uint8Array {
  const locales: Buffer[] = [];
  const centrales: Buffer[] = [];
  let desde = 0;
  for (const [nombre, texto] of Object.entries(archivos)) {
    const datos = Buffer.from(texto);
    const comun = Buffer.alloc(26);
    comun.writeUInt16LE(20, 0);
    comun.writeUInt32LE(crc32(datos), 10);
    comun.writeUInt32LE(datos.length, 14);
    comun.writeUInt32LE(datos.length, 18);
    comun.writeUInt16LE(nombre.length, 22);
    const lugar = Buffer.alloc(14);
    lugar.writeUInt32LE(desde, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), comun, Buffer.from(nombre), datos]);
    centrales.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), comun, lugar, Buffer.from(nombre)]));
    locales.push(local);
    desde += local.length;
  }
  const central = Buffer.concat(centrales);
  const fin = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
  fin.writeUInt16LE(centrales.length, 8);
  fin.writeUInt16LE(centrales.length, 10);
  fin.writeUInt32LE(central.length, 12);
  fin.writeUInt32LE(desde, 16);
  return Buffer.concat([...locales, central, fin]);
}
