/** A program that uses every entry of the service; `test/packages.test.ts` compiles it against the packed packages. */
import { type App, type Config, buildApp, createLog, openStore, readConfig } from '@curp-service/server';
import { type Store, createToken } from '@curp-service/server/admin';
import { VARIABLES } from '@curp-service/server/config';
import { localeLanguage } from '@curp-service/contract/language';
import { REQUIRED_FIELDS } from '@curp-service/server/padron';

const config: Config = readConfig(process.env, localeLanguage(process.env));
const store: Store = await openStore(config.databaseUrl);
export const app: App = buildApp({ config, store, log: createLog(config.logLevel) });
export const address: string = await app.server.listen({ port: config.port });
export const others: string[] = [createToken(), ...Object.keys(VARIABLES), ...REQUIRED_FIELDS];

// @ts-expect-error -- no type is `any`
export const wrong: number = app;
