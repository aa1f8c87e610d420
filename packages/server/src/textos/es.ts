/** What the service says at its start, and of the records of the padron, in Spanish: once, under its id. `en.ts` has the same ids with the same parts. */
export const es = {
  main_lo_usa_otro: 'Lo usa otro programa: ponga otro, o 0 para elegir uno libre.',
  main_los_puertos_menores: 'Los puertos menores de 1024 son de root: ponga otro.',
  main_ponga_una_direccion:
    'Ponga una dirección o un nombre de esta máquina, como 127.0.0.1, o 0.0.0.0 para todas sus direcciones.',
  main_pruebe: 'Pruebe: {curl}',
  main_cree_un_token: 'Cree un token: {create} "Mi proyecto"',
  registry_falta: 'falta',
  registry_no_es_texto: 'no es texto: en JSON va entre comillas',
  registry_pasa_de_caracteres: 'pasa de {max_field_length} caracteres',
  registry_tiene_caracteres_de: 'tiene caracteres de control o mal codificados',
  registry_no_coincide_con: 'no coincide con la clave (posición 11)',
  registry_debe_escribirse_dd: 'debe escribirse dd/mm/aaaa',
  registry_no_coincide_con_la: 'no coincide con la clave (posiciones 5 a 10 y 17)',
  registry_no_coincide_con_la_clave: 'no coincide con la clave (posiciones 12 y 13)',
  settings_no_existe_el: 'No existe el archivo de configuración {path}.',
  settings_esta_definido_dos: '{name} está definido dos veces ({places}): deje uno solo.',
  settings_no_existe_el_archivo: '{variable}: no existe el archivo {file}.',
  settings_el_archivo_esta: '{variable}: el archivo {file} está vacío.',
  settings_no_se_puede: 'No se puede leer {file} ({code}): revise sus permisos.',
  store_escribala_como_postgres:
    'Escríbala como postgres://USUARIO:CONTRASEÑA@SERVIDOR:5432/BASE; los signos de la contraseña, en porcentaje (@ es %40).',
  store_no_hay_servidor: 'No hay servidor con ese nombre: revíselo.',
  store_el_servidor_no:
    'El servidor no contesta: revise su dirección y su puerto, que esté en marcha y que admita conexiones de esta máquina.',
  store_revise_el_usuario: 'Revise el usuario y la contraseña, y que pg_hba.conf los admita.',
  store_esa_base_no: 'Esa base no existe: créela con createdb.',
  store_al_usuario_le: 'Al usuario le faltan permisos: haga que la base sea suya, o dele CREATE en el esquema.',
  store_el_servidor_no_admite: 'El servidor no admite más conexiones: baje DATABASE_POOL o suba max_connections.',
  store_otro_programa_usa: 'Otro programa usa las tablas, por ejemplo un respaldo: inicie de nuevo cuando termine.',
  store_el_disco_del: 'El disco del servidor está lleno: libere espacio.',
  store_la_base_es: 'La base es de solo lectura: conéctese al servidor primario.',
  store_el_servidor_no_usa: 'El servidor no usa TLS: actívelo en él, o quite sslmode.',
  store_el_certificado_del:
    'El certificado del servidor no se puede comprobar: dé el de su autoridad con ?sslmode=verify-full&sslrootcert=ARCHIVO.',
  store_sus_tablas_son:
    'Sus tablas son de una versión anterior a la 0.2.0, o de la 0.2.0 del 16 de noviembre de 2026 o antes: inicie esa versión, o indique una base nueva y cree de nuevo los proyectos.',
  store_ya_tiene_tablas:
    'Ya tiene tablas que no creó ninguna versión de este programa. Indique un archivo nuevo o una base vacía.',
  store_ya_hay_una:
    'Ya hay una fila con la misma clave: si es la numeración de `auditoria`, quizá se llenó la tabla a mano. Restaure un respaldo completo, o ponga el contador después del último número.',
  store_esta_danada_o:
    'Está dañada o no es una base de datos: corrija la ruta, o detenga el servicio y restaure un respaldo.',
  store_revise_la_ruta: 'Revise la ruta, sus permisos y el espacio en disco.',
  store_revise_la_direccion: 'Revise la dirección y el registro del servidor.',
  config_debe_ser: '{ajuste} debe ser {valor}.',
  config_puertos_distintos: 'ADMIN_PORT debe ser distinto de PORT.',
  config_consultas_publicas:
    'DEMO_TOKEN=on con {ajuste}: quien llegue a {host} puede consultar personas con el token público «pruebas». Ponga DEMO_TOKEN=off.',
  temporales_no_se_pueden_crear:
    'TMPDIR: no se pueden crear archivos en {carpeta} ({codigo}). Ponga una carpeta que exista y en la que el servicio pueda escribir.',
  main_no_se_puede_escuchar: '{variable}: no se puede escuchar en {host} ({codigo}). {remedio}',
  main_no_se_puede_usar_el_puerto: '{variable}: no se puede escuchar en el puerto {puerto} ({codigo}). {remedio}',
  main_pagina_y_api: 'Página y API en {base}  {siguiente}',
  settings_ya_no_existe: '{ajuste}{archivo} ya no existe: se ignora. {consejo}',
  settings_no_hay: 'No hay ningún ajuste {ajuste}{archivo}: se ignora.',
  settings_no_hay_pero: 'No hay ningún ajuste {ajuste}{archivo}: se ignora. ¿Quiso decir {parecido}?',
  store_tablas_de_otra_version:
    '{ajuste}: la versión {programa} creó estas tablas (paso {paso}; esta es la {version}, hasta el {hasta}). Inicie la {programa} o una posterior, o restaure la copia de antes de actualizar.',
  store_tablas_mas_nuevas:
    '{ajuste}: una versión más nueva creó estas tablas (paso {paso}; esta es la {version}, hasta el {hasta}). Inicie esa versión, o restaure la copia de antes de actualizar.',
  store_no_se_puede_usar: '{ajuste}: no se puede usar la base de datos ({motivo}). {remedio}',
} as const;
