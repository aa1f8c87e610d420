/** The client of the service, in a script of its own that is loaded when a file is sent. */
export { CurpClient } from '@curp-service/client';
