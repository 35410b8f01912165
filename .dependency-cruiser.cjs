/** The layers of server/features, from the ground: a feature imports features of its own layer and of those below. */
const LAYERS = [
  ['holders', 'pictures', 'vehicles', 'drivers', 'trips', 'areas', 'activity'],
  ['shifts'],
  ['reports', 'statistics'],
  ['lodgements', 'checks', 'imports', 'rosters', 'to-do'],
  ['deliveries'],
  [
    'records',
    'tmr-requests',
    'auth',
    'codes',
    'devices',
    'passkeys',
    'people',
    'phones',
    'profile',
    'tokens',
  ],
  // what spans all: forgetting a holder, deciding who has a number
  ['operator', 'demo'],
];
const features = (layers) => `^server/features/(${layers.flat().join('|')})/`;
const notTests = '\\.test\\.ts$';

const layerRules = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer[0]}-and-its-layer-import-nothing-above`,
  severity: 'error',
  from: { path: features([layer]), pathNot: notTests },
  to: { path: features(LAYERS.slice(index + 1)) },
}));

/** The directions of imports the house keeps: client → shared ← server; routes → service → repository → tables. */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'every-feature-has-a-layer',
      comment: 'name a new feature in LAYERS',
      severity: 'error',
      from: { path: '^server/features/', pathNot: features(LAYERS) },
      to: {},
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      comment: 'the build writes .generated/, which a fresh clone does not have',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.generated/' },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared/ has no I/O, no React and no Express; tables/ alone knows Drizzle',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^shared/', '^node_modules/(zod|drizzle-orm)/'] },
    },
    {
      name: 'tables-stay-on-the-server',
      severity: 'error',
      from: { path: '^(client/|shared/(?!tables/))' },
      to: { path: '(^shared/tables/|^node_modules/(drizzle-orm|pg)/)' },
    },
    {
      name: 'client-knows-no-server',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^server/(?!scripts/|bench/|test/)' },
      to: { path: '^client/' },
    },
    {
      name: 'lib-knows-no-feature',
      severity: 'error',
      from: { path: '^server/lib/' },
      to: { path: '^server/(features|jobs)/' },
    },
    {
      name: 'lib-knows-no-subject',
      comment: 'what is about trips, drivers or reports is handed in by its feature',
      severity: 'error',
      from: { path: '^server/lib/', pathNot: notTests },
      to: {
        path: '^shared/',
        pathNot:
          '^shared/((durations|errors|fields|figures|fold-text|limits|periods|reading\\/days|api\\/tokens|versions|work)\\.ts$|tables/|activity/)',
      },
    },
    {
      name: 'lib-knows-its-own-tables',
      comment: 'sessions and who signed in, the audit trail, and the counts of the throttle',
      severity: 'error',
      from: {
        path: '^server/lib/',
        pathNot: '^server/lib/(http/(session|session-store|route)|audit|throttle)\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^shared/(tables|activity)/' },
    },
    {
      name: 'work-knows-no-http',
      comment:
        'lib/http/work.ts sends requests to the work processes; turns, processes and files know no request',
      severity: 'error',
      from: { path: '^server/lib/work/' },
      to: { path: '^server/lib/http/' },
    },
    {
      name: 'routes-are-called-by-the-app-only',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'repositories-are-the-floor',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^server/features/.*\\.(routes|service|pdf|xlsx|text|html)\\.ts$' },
    },
    {
      name: 'repositories-own-their-rows',
      comment: 'a repository declares the types of its rows; a view model imports them',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '\\.view-model\\.ts$' },
    },
    {
      name: 'express-is-met-in-routes',
      comment: 'a feature returns its answers; lib/http/route.ts sends them',
      severity: 'error',
      from: {
        path: '^server/(features|jobs|lib)/',
        pathNot:
          '(\\.routes\\.ts|\\.test\\.ts|^server/lib/(http/.*|work/kinds\\.ts|errors\\.ts|logger\\.ts))$',
      },
      to: { path: '(^|/)node_modules/(@types/)?express/' },
    },
    {
      name: 'sessions-are-read-by-lib-and-auth',
      comment: 'who is signed in reaches a handler as its call',
      severity: 'error',
      from: {
        path: '^server/(features/(?!auth/|demo/demo\\.routes|passkeys/passkeys\\.routes|phones/phones\\.)|jobs/)',
      },
      to: { path: '^server/lib/http/session\\.ts$' },
    },
    {
      name: 'installations-are-wired-once',
      comment:
        'lib/installation.ts opens what the configuration names; the doctor alone opens its parts one by one',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/(lib/installation\\.ts|scripts/doctor/|test/)|\\.test\\.ts$',
      },
      to: { path: '^server/lib/(storage/open-object-store|http/session-secret)\\.ts$' },
    },
    {
      name: 'client-features-meet-in-app',
      comment:
        'a trip has a driver and a vehicle, so any feature may ask for these; drivers and vehicles show what they have dated by the same parts; trips and shifts wait in one outbox, and trips and rows are read with the same places',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/' },
      to: {
        path: '^client/src/(app|features/(?!$1/|(drivers/use-drivers|vehicles/use-vehicles)\\.ts$|dated/|outbox/|places/))',
      },
    },
    {
      name: 'client-vehicles-know-no-driver',
      comment: 'drivers → vehicles → dated',
      severity: 'error',
      from: { path: '^client/src/features/(vehicles|dated)/' },
      to: { path: '^client/src/features/drivers/' },
    },
    {
      name: 'client-dated-knows-no-vehicle',
      comment: 'drivers → vehicles → dated',
      severity: 'error',
      from: { path: '^client/src/features/dated/' },
      to: { path: '^client/src/features/vehicles/' },
    },
    {
      name: 'client-lib-and-ui-know-no-feature',
      severity: 'error',
      from: { path: '^client/src/(lib|components)/' },
      to: { path: '^client/src/(app|features)/' },
    },
    {
      name: 'client-lib-and-ui-know-no-subject',
      comment: 'what reads trips, pictures or reports belongs to a feature',
      severity: 'error',
      from: { path: '^client/src/(lib|components)/' },
      to: {
        path: '^shared/',
        // those that change trips or drivers warn of lodged reports
        pathNot:
          '^shared/(durations|errors|field-text|figures|limits|periods|reading/days|work|reports/lodged-changes|reports/lodgements)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    exclude: { path: '(^client/e2e/|^dist/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
