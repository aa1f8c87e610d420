/** The request that sends a file. */
import { describe, expect, it } from 'vitest';
import { columnParameter, fileRequest } from '../src/jobs.js';

describe('fileRequest', () => {
  it('carries the operation and the column of each datum', () => {
    const columnas = { nombres: 'Nombre', fecha_nacimiento: '' };
    expect(fileRequest({ formato: 'csv', operacion: 'cotejar', columnas, excel: true })).toEqual({
      contentType: 'text/csv',
      parameters: { operacion: 'cotejar', excel: '1', columna_nombres: 'Nombre', columna_fecha_nacimiento: '' },
    });
  });

  it('asks for calcular by default, with the declared charset', () => {
    expect(fileRequest({ formato: 'ndjson', codificacion: 'windows-1252' })).toEqual({
      contentType: 'application/x-ndjson; charset=windows-1252',
      parameters: { operacion: 'calcular' },
    });
  });

  it('asks for a sheet, and a workbook has no charset', () => {
    const options = { formato: 'xlsx', codificacion: 'utf-8', hoja: 'Alumnos' } as const;
    expect(fileRequest(options)).toEqual({
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      parameters: { operacion: 'calcular', hoja: 'Alumnos' },
    });
  });

  it('columnParameter names the parameter of a column', () => {
    expect(columnParameter('sexo')).toBe('columna_sexo');
  });
});
