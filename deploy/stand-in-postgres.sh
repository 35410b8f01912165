#!/usr/bin/env bash
# What compose.yaml needs of the entrypoint of the image "postgres": deploy/test-image-here.sh
set -euo pipefail
data=/var/lib/postgresql/data
export PATH=$PATH:$(echo /usr/lib/postgresql/*/bin)
if [[ $(id --user) == 0 ]]; then
  install --directory --owner postgres --mode 0700 "$data"
  install --directory --owner postgres /run/postgresql
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0"
fi
if [[ ! -s $data/PG_VERSION ]]; then
  initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --encoding UTF8 --locale C.UTF-8 --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl --pgdata "$data" --wait --options "-c listen_addresses=''" start
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  for file in /docker-entrypoint-initdb.d/*.sql; do
    psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --quiet --file "$file"
  done
  pg_ctl --pgdata "$data" --wait stop
fi
exec postgres -D "$data" -c listen_addresses='*'
