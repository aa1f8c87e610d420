/** What the service says at its start, and of the records of the padron, in English. */
import type { es } from './es.js';

export const en: Readonly<Record<keyof typeof es, string>> = {
  main_lo_usa_otro: 'Another program uses it: set another, or 0 to pick a free one.',
  main_los_puertos_menores: 'Ports below 1024 belong to root: set another.',
  main_ponga_una_direccion:
    "Set an address or a name of this machine, like 127.0.0.1, or 0.0.0.0 for all of this machine's addresses.",
  main_pruebe: 'Try: {curl}',
  main_cree_un_token: 'Make a token: {create} "My project"',
  registry_falta: 'is missing',
  registry_no_es_texto: 'is not text: in JSON it goes in quotes',
  registry_pasa_de_caracteres: 'exceeds {max_field_length} characters',
  registry_tiene_caracteres_de: 'has control characters or badly encoded ones',
  registry_no_coincide_con: 'does not match the key (position 11)',
  registry_debe_escribirse_dd: 'must be written dd/mm/yyyy',
  registry_no_coincide_con_la: 'does not match the key (positions 5 to 10 and 17)',
  registry_no_coincide_con_la_clave: 'does not match the key (positions 12 and 13)',
  settings_no_existe_el: 'There is no configuration file {path}.',
  settings_esta_definido_dos: '{name} is set twice ({places}): keep only one.',
  settings_no_existe_el_archivo: '{variable}: there is no file {file}.',
  settings_el_archivo_esta: '{variable}: the file {file} is empty.',
  settings_no_se_puede: '{file} cannot be read ({code}): check its permissions.',
  store_escribala_como_postgres:
    'Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE; the signs of a password in percent-encoding (@ is %40).',
  store_no_hay_servidor: 'There is no server with that name: check it.',
  store_el_servidor_no:
    'The server does not answer: check its address and port, that it is running, and that it lets this machine connect.',
  store_revise_el_usuario: 'Check the user and the password, and that pg_hba.conf lets them in.',
  store_esa_base_no: 'There is no such database: create it with createdb.',
  store_al_usuario_le: 'The user lacks permissions: let it own the database, or grant it CREATE on the schema.',
  store_el_servidor_no_admite: 'The server accepts no more connections: lower DATABASE_POOL, or raise max_connections.',
  store_otro_programa_usa: 'Another program uses the tables, such as a backup: start again once it ends.',
  store_el_disco_del: 'The disk of the server is full: free some space.',
  store_la_base_es: 'The database is read-only: connect to the primary server.',
  store_el_servidor_no_usa: 'The server does not use TLS: turn it on there, or remove sslmode.',
  store_el_certificado_del:
    'The certificate of the server cannot be verified: give that of its authority with ?sslmode=verify-full&sslrootcert=FILE.',
  store_sus_tablas_son:
    'Its tables are of a version before 0.2.0, or of a build of 0.2.0 of 16 November 2026 or earlier: start that version, or name a new database and create the projects again.',
  store_ya_tiene_tablas: 'It has tables that no version of this program created. Name a new file or an empty database.',
  store_ya_hay_una:
    'There is a row with the same key already: if it is the numbering of `auditoria`, the table may have been filled by hand. Restore a whole backup, or set its counter after the last number.',
  store_esta_danada_o: 'It is damaged or not a database: correct the path, or stop the service and restore a backup.',
  store_revise_la_ruta: 'Check the path, its permissions and the disk space.',
  store_revise_la_direccion: 'Check the address, and the log of the server.',
  config_debe_ser: '{ajuste} must be {valor}.',
  config_puertos_distintos: 'ADMIN_PORT must differ from PORT.',
  config_consultas_publicas:
    'DEMO_TOKEN=on with {ajuste}: whoever reaches {host} can look people up with the public token “pruebas”. Set DEMO_TOKEN=off.',
  temporales_no_se_pueden_crear:
    'TMPDIR: no file can be created in {carpeta} ({codigo}). Set a folder that exists and that the service may write.',
  main_no_se_puede_escuchar: '{variable}: cannot listen on {host} ({codigo}). {remedio}',
  main_no_se_puede_usar_el_puerto: '{variable}: cannot listen on port {puerto} ({codigo}). {remedio}',
  main_pagina_y_api: 'Serving the page and the API at {base}  {siguiente}',
  settings_ya_no_existe: '{ajuste}{archivo} no longer exists: it is ignored. {consejo}',
  settings_no_hay: 'There is no setting {ajuste}{archivo}: it is ignored.',
  settings_no_hay_pero: 'There is no setting {ajuste}{archivo}: it is ignored. Did you mean {parecido}?',
  store_tablas_de_otra_version:
    '{ajuste}: version {programa} created these tables (step {paso}; this is {version}, up to {hasta}). Start {programa} or a later version, or restore the copy from before the upgrade.',
  store_tablas_mas_nuevas:
    '{ajuste}: a newer version created these tables (step {paso}; this is {version}, up to {hasta}). Start that version, or restore the copy from before the upgrade.',
  store_no_se_puede_usar: '{ajuste}: the database cannot be used ({motivo}). {remedio}',
};
