/** Workbooks, in a script of their own that is loaded when the first one comes. */
export { csvFromXlsx, sheetNames, xlsxFromCsv } from '@curp-service/lote/xlsx';
