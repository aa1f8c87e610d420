/** The request that sends a file. */
import { describe, expect, it } from 'vitest';
import { columnParameter, fileRequest } from '../src/jobs.js';

describe('fileRequest', () => {
  it('has the operation and the column of each datum', () => {
    const columnas = { nombres: 'Nombre', fecha_nacimiento: '' };
    expect(fileRequest({ formato: 'csv', operacion: 'cotejar', columnas, excel: true })).toEqual({
      contentType: 'text/csv',
      parameters: { operacion: 'cotejar', excel: '1', columna_nombres: 'Nombre', columna_fecha_nacimiento: '' },
    });
  });

  it('leaves the operation to the service by default, and declares the charset', () => {
    expect(fileRequest({ formato: 'ndjson', codificacion: 'windows-1252' })).toStrictEqual({
      contentType: 'application/x-ndjson; charset=windows-1252',
      parameters: {},
    });
  });

  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ] as const)('asks for a sheet, and declares no charset for a workbook (%s)', (formato, contentType) => {
    const options = { formato, codificacion: 'utf-8', hoja: 'Alumnos' } as const;
    expect(fileRequest(options)).toEqual({ contentType, parameters: { hoja: 'Alumnos' } });
  });

  it('names the job', () => {
    expect(fileRequest({ formato: 'csv', nombre: 'Plantilla' }).parameters).toEqual({ nombre: 'Plantilla' });
  });

  it('sends a layout as JSON', () => {
    const layout = { nombre: 'mio', largo: 40, campos: { curp: '1-18' } };
    expect(fileRequest({ formato: 'csv', layout }).parameters).toEqual({ formato: JSON.stringify(layout) });
  });

  it('names the parameter of a column by columnParameter', () => {
    expect(columnParameter('sexo')).toBe('columna_sexo');
  });
});
