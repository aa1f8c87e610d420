/** Workbooks, in a script of their own that is loaded when the first one comes. */
export { csvDeXlsx, hojasDe, xlsxDeCsv } from '@curp-service/lote/xlsx';
