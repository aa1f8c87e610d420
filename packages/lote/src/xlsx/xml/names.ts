/** The words with which the parts of a workbook begin and name their vocabularies. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
