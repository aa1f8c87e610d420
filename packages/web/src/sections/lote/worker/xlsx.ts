/** Entry point of `xlsx.js`, which is loaded with the first workbook. */
export { csvFromXlsx, openSheet, sheetNames, xlsxFromCsv } from '@curp-service/lote/xlsx';
