#!/usr/bin/env bash
# Runs compose.yaml as an operator would: builds the image, starts, signs in, logs a trip, stops, updates to a newer build, backs up,
# restores into an empty installation, lets someone try a demo, and puts Caddy in front. Ends with 1 at the first fault, and removes
# what it made.
#   deploy/test-image.sh                     with Docker and its Compose
#   deploy/test-image.sh podman docker-compose
# It needs curl. deploy/test-image-here.sh runs it where there are neither Docker nor a registry of images.
set -euo pipefail
shopt -s inherit_errexit
engine=${1:-docker}
compose_command=${2:-docker compose}
cd "$(dirname "$0")/.."

# a copy: the settings of this folder's .env are no part of the test, and the newer build changes files
folder=$(mktemp --directory)
# a name with a space and an umlaut
tree="$folder/trip log ü"
mkdir "$tree" "$folder/backups"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$tree" 2>/dev/null || true
sed --in-place 's/^name: trip-log$/name: trip-log-test/; s/image: trip-log$/image: trip-log-test/
  s/- 80:80$/- 127.0.0.1:13080:80/; s/- 443:443$/- 127.0.0.1:13443:443/' "$tree/compose.yaml"
# the container's account writes there
chmod 0777 "$folder/backups"
settings() { printf '%s\n' PORT=13000 "$@" >"$tree/.env"; }
settings

unset PORT PUBLIC_URL SMTP_URL BACKUP_TO DEMO COMPOSE_PROFILES
compose() { (cd "$tree" && $compose_command "$@"); }
say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*" >&2
  compose ps --all >&2 || true
  compose logs --tail 30 >&2 || true
  exit 1
}
finish() {
  local code=$?
  compose --profile tls down --volumes --remove-orphans --timeout 60 >>"$folder/log" 2>&1 || code=1
  "$engine" image rm --force trip-log-test >>"$folder/log" 2>&1 || true
  ((code == 0)) || tail -n 30 "$folder/log" >&2
  rm -rf "$folder"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

quietly() { "$@" >>"$folder/log" 2>&1; }
start() { quietly compose up --detach --wait "$@" || fail "docker compose up $*"; }
inside() { compose exec -T app "$@"; }
program() { compose run --rm -T migrate "$@"; }
query() { compose exec -T postgres psql --username trip_log_owner --dbname trip_log --tuples-only --no-align --command "$1"; }
url=http://localhost:13000
ask() {
  curl --silent --show-error --fail-with-body --cookie "$folder/cookies" --cookie-jar "$folder/cookies" \
    --header 'Content-Type: application/json' ${2:+--data "$2"} "$url$1"
}
id() { sed --quiet 's/^{"id":"\([^"]*\)".*/\1/p'; }
sign_in() {
  rm -f "$folder/cookies"
  ask /api/auth/login '{"beaNumber":"BEA-1","holderName":"Mary Smith","companyName":"Smith Cars","contactEmail":"mary@example.com",
    "contactPhone":"07 3000 0000","rememberMe":false}' >/dev/null || fail 'sign in'
}
has_the_trip() { ask '/api/trips?page=1&limit=10' | grep --quiet '"suburb":"Toowong"' || fail "the trip is missing: $1"; }

quietly compose build || fail 'docker compose build'
say "built: $("$engine" image inspect --format '{{.Size}}' trip-log-test | sed 's/......$/ MB/')"

begun=$SECONDS
start
say "docker compose up ended with every service ready after $((SECONDS - begun)) s"
ask / | grep --quiet '<div id="root"' || fail 'no page at the address'
sign_in
driver=$(ask /api/drivers '{"driverAuthorityLicense":"DA-1","bookedHireServiceLicense":"BHSL-1","vehicleRegistrationNumber":"123ABC",
  "firstName":"Amy","lastName":"Young","startDate":"2025-06-30T14:00:00.000Z","endDate":null,"isActive":true}' | id)
ask /api/trips "{\"driverId\":\"$driver\",\"driverAuthorityLicense\":\"DA-1\",\"datetime\":\"$(date --utc +%FT%H:%M:00.000Z)\",
  \"suburb\":\"Toowong\",\"postcode\":\"4066\",\"waitingTime\":5}" >/dev/null || fail 'log a trip'
has_the_trip 'after logging it'
say 'signed in and logged a trip'

[[ $(inside id -u) == 1000 ]] || fail 'the server runs as root'
inside sh -c 'touch /tmp/file /data/file && rm /tmp/file /data/file' || fail '/tmp and /data must be writable'
! inside touch /app/file 2>/dev/null || fail 'the root must be read-only'
inside grep --quiet 'CapEff:.*0000000000000000' /proc/1/status || fail 'the server has capabilities'
! inside sh -c 'cat /passwords/*/owner' >/dev/null 2>&1 || fail "the server can read the owner's password"
! inside grep --quiet trip_log_owner: /proc/1/environ || fail "the server was given the owner's password"
program doctor >"$folder/doctor" || fail "doctor: $(cat "$folder/doctor")"
say 'it runs as node on a read-only root without capabilities, and the doctor finds nothing wrong'

quietly compose stop app
[[ $("$engine" inspect --format '{{.State.ExitCode}}' "$(compose ps --all --quiet app)") == 0 ]] || fail 'the server did not stop by itself'
begun=$SECONDS
start
say "stopped, and started again in $((SECONDS - begun)) s"

echo 'create table newer_version (id integer primary key);' >"$tree/migrations/9999_newer.sql"
sed --in-place 's/^  \]$/,{"idx":9999,"version":"7","when":4102444800000,"tag":"9999_newer","breakpoints":true}]/' "$tree/migrations/meta/_journal.json"
sed --in-place 's/^  "version": ".*"/  "version": "99.0.0"/' "$tree/package.json"
quietly compose build || fail 'docker compose build of the newer version'
quietly compose run --rm -T migrate || fail 'docker compose run migrate'
[[ $(query 'select count(*) from newer_version') == 0 ]] || fail 'the newer migration did not run'
sign_in
! ask /healthz | grep --quiet '"version":"99.0.0"' || fail 'the older server was replaced before it had to be'
has_the_trip 'while the older server goes on'
start
ask /healthz | grep --quiet '"version":"99.0.0"' || fail "the older build still answers: $(ask /healthz)"
has_the_trip 'after the update'
say 'updated to a newer build with one migration more, while the older server answered'

settings "BACKUP_TO=$folder/backups"
start
inside grep --quiet trip_log_owner: /proc/1/environ || fail "nightly backups lack the owner's password"
program backup --to /backups/one >>"$folder/log" 2>&1 || fail 'backup'
quietly compose down --volumes || fail 'docker compose down --volumes'
start postgres
program restore --from /backups/one >>"$folder/log" 2>&1 || fail 'restore'
start
sign_in
has_the_trip 'after the restore'
say 'restored a backup into an empty installation'

settings
DEMO=yes start
rm "$folder/cookies"
ask /api/demo '{}' >/dev/null || fail 'try a demo'
ask '/api/trips?page=1&limit=10' | grep --quiet '"suburb"' || fail 'the demo has no trips'
say 'with DEMO=yes a stranger has a filled demo'

settings COMPOSE_PROFILES=tls
quietly compose up --detach || true
sleep 2
grep --quiet 'PUBLIC_URL: must be set' <<<"$(compose logs caddy)" || fail 'Caddy lets other people reach a server that asks for no code'
quietly compose rm --force --stop caddy
settings PUBLIC_URL=https://trips.localhost
! quietly compose up --detach --wait || fail 'it starts for other people although no code can be sent'
compose logs --no-log-prefix migrate | grep --quiet 'SMTP_URL: must be set' || fail 'no sentence says that SMTP_URL is missing'
settings PUBLIC_URL=https://trips.localhost SMTP_URL=smtp://mail.invalid COMPOSE_PROFILES=tls
start
url=https://trips.localhost
tls() { curl --silent --insecure --retry 10 --retry-all-errors --connect-to trips.localhost:443:127.0.0.1:13443 --connect-to trips.localhost:80:127.0.0.1:13080 "$@"; }
tls --fail --output /dev/null "$url/healthz" || fail 'Caddy does not reach the server'
[[ $(tls --output /dev/null --write-out '%{redirect_url}' http://trips.localhost/trips) == "$url/trips" ]] || fail 'http is not sent to https'
quietly compose stop app
tls --retry 0 --output /dev/null --referer "$url/?key=a-secret" "$url/api/calendar?key=a-secret"
logged=$(compose logs caddy)
grep --quiet '"status":502' <<<"$logged" || fail 'Caddy logged no fault'
! grep --quiet a-secret <<<"$logged" || fail "Caddy's log has a key"
say 'Caddy does TLS, and its log has no key'
