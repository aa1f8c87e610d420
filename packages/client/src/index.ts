/** The typed client of the CURP service over HTTP. */
export { CurpClient } from './client.js';
export type { KnownData, ListOptions, LoteUploadOptions, Person, PersonParameters, WaitOptions } from './client.js';
export { CurpConnectionError, CurpServiceError } from './errors.js';
export type { CallOptions, ClientOptions } from './transport.js';
export type { FileSource, UploadOptions } from './upload.js';
export type { Persona } from '@curp-service/core';
export type * from '@curp-service/contract/answers';
export type { EndedJob, FileOptions, JobList, JobStatus, PendingJob } from '@curp-service/contract/jobs';
export type { DescribedReading, DescribedConvention } from '@curp-service/contract/describe-reading';
