import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readEnv } from '#lib/core/env.ts'
import { discreetLog } from '#server/local/postgres.ts'
import { type Container, mayConnect, type Pod, podsOf } from './kubernetes-pods.ts'
import { problemsOf } from './kubernetes-schemas.ts'
import { KUSTOMIZATION, type Manifest, readYaml, render } from './kustomize.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'deploy/kubernetes')
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')

const readFiles = new Set<string>()
const rendered = (name: string) => render(path.join(folder, name), (file) => readFiles.add(file))
const demo = rendered('demo')
const production = rendered('production')
const migration = rendered('production/migration')
const applied: Record<string, Manifest[]> = {
  demo,
  production,
  'production/stores': rendered('production/stores'),
  'production/migration': migration,
  'production/recovery': rendered('production/recovery'),
}
/** What lies in a namespace in the end. */
const namespaces: Record<string, Manifest[]> = { demo, production: [...production, ...migration] }

const named = (all: Manifest[], kind: string) =>
  all.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
const isOurs = ({ image }: Container) => /(^|\/)ngoma[-/]/.test(image)

/** The table of docs/operations/kubernetes.md: each Secret that is not in a manifest, with its keys. */
const secretKeys = new Map(
  [...text('docs/operations/kubernetes.md').matchAll(/^\| `([a-z0-9-]+)` \| ([^|]+) \|/gm)].map(
    ([, name = '', keys = '']) => [name, [...keys.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key)],
  ),
)

describe('the manifests', () => {
  test.each(Object.keys(applied))('%s keeps to the published schemas', (name) => {
    const problems = (applied[name] ?? []).flatMap((one) =>
      problemsOf(one).map((problem) => `${one.kind} ${one.metadata.name}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  test('a field that no schema knows is found', () => {
    const [deployment] = render(path.join(folder, 'base')).filter(({ kind }) => kind === 'Deployment')
    const wrong = structuredClone(deployment) ?? { apiVersion: '', kind: '', metadata: { name: '' } }
    Object.assign(z.looseObject({}).parse(wrong), { replics: 1 })
    wrong.replics = 1
    expect(problemsOf(wrong)).toEqual(['/replics is no field'])
  })

  test('each file below deploy/kubernetes is one that an overlay brings', () => {
    const all = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    expect(all.filter((file) => !readFiles.has(file))).toEqual([])
    expect(readFiles).toContain(path.join(root, 'deploy/proxy', KUSTOMIZATION))
  })

  test('everything lies in the namespace of its overlay, where only restricted pods are let in', () => {
    for (const [name, all] of Object.entries(applied)) {
      const own = name === 'demo' ? 'ngoma-demo' : 'ngoma'
      const others = all.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== own)
      expect(others).toEqual([])
    }
    for (const all of Object.values(namespaces))
      expect(all.find(({ kind }) => kind === 'Namespace')?.metadata.labels).toMatchObject({
        'pod-security.kubernetes.io/enforce': 'restricted',
      })
  })
})

const everyPod = Object.entries(namespaces).flatMap(([name, all]) =>
  podsOf(all).map((pod) => ({ name: `${name}: ${pod.of}`, pod, all })),
)

describe.each(everyPod)('$name', ({ pod, all }) => {
  test('is restricted', () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    for (const one of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod.spec).not.toHaveProperty(one)
    for (const { securityContext, resources } of pod.containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(resources).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      })
    }
  })

  test('has images of one version', () => {
    for (const { image } of pod.containers) expect(image).toMatch(/:[\w.-]+$/)
    for (const { image } of pod.containers) expect(image).not.toMatch(/:latest$/)
  })

  test('refers to what is there', () => {
    expect(missingFor(pod, all)).toEqual([])
  })

  test('is asked whether it has started, is ready and lives', () => {
    const isLasting = ['Deployment', 'StatefulSet'].includes(pod.kind)
    for (const one of isLasting ? pod.spec.containers : [])
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const port = askedPort.safeParse(one[probe]).data
        expect([probe, one[probe] !== undefined]).toEqual([probe, true])
        if (port) expect(one.ports.map(({ name }) => name)).toContain(port)
      }
  })
})

const askedPort = z
  .looseObject({ httpGet: z.looseObject({ port: z.string() }) })
  .transform(({ httpGet }) => httpGet.port)
  .or(
    z
      .looseObject({ tcpSocket: z.looseObject({ port: z.string() }) })
      .transform(({ tcpSocket }) => tcpSocket.port),
  )

/** The names that a pod refers to and that neither a manifest nor the table of secrets has. */
function missingFor({ spec, containers }: Pod, all: Manifest[]): string[] {
  const missing: string[] = []
  const want = (kind: string, name: string | undefined, isThere: boolean) => {
    if (name !== undefined && !isThere) missing.push(`${kind} ${name}`)
  }
  const isSecret = (name: string, key?: string) => {
    const keys = keysOf(all, name)
    return keys !== undefined && (key === undefined || keys.includes(key))
  }
  for (const { configMap, secret, persistentVolumeClaim: claim, name } of spec.volumes) {
    want('ConfigMap', configMap?.name, named(all, 'ConfigMap').includes(configMap?.name ?? ''))
    want('Secret', secret?.secretName, isSecret(secret?.secretName ?? ''))
    const claims = named(all, 'PersistentVolumeClaim')
    want('PersistentVolumeClaim', claim?.claimName, claims.includes(claim?.claimName ?? ''))
    const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts)
    want(
      'mount of',
      name,
      mounts.some((mount) => mount.name === name),
    )
  }
  want(
    'ServiceAccount',
    spec.serviceAccountName,
    named(all, 'ServiceAccount').includes(spec.serviceAccountName ?? ''),
  )
  for (const { envFrom, env } of containers) {
    for (const { configMapRef, secretRef } of envFrom) {
      want('ConfigMap', configMapRef?.name, named(all, 'ConfigMap').includes(configMapRef?.name ?? ''))
      want('Secret', secretRef?.name, isSecret(secretRef?.name ?? ''))
    }
    for (const { valueFrom } of env) {
      const from = valueFrom?.secretKeyRef
      if (from && !from.optional) want('Secret', `${from.name}, ${from.key}`, isSecret(from.name, from.key))
    }
  }
  return missing
}

const withData = z.looseObject({ data: z.record(z.string(), z.string()) })
const withStrings = z.looseObject({ stringData: z.record(z.string(), z.string()) })

/** The keys of a Secret, of the namespace's own or as the table has them. */
function keysOf(all: Manifest[], name: string): string[] | undefined {
  const own = all.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)
  return own ? Object.keys(withStrings.parse(own).stringData) : secretKeys.get(name)
}

/** The environment that a container gets. Of secrets that are not in a manifest each has a value of its own. */
function environmentOf({ envFrom, env }: Container, all: Manifest[]): Record<string, string> {
  const secretsOf = (name: string) => {
    const own = all.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)
    if (own) return withStrings.parse(own).stringData
    return Object.fromEntries(
      (secretKeys.get(name) ?? []).map((key) => [key, `${key} of somebody`.padEnd(40, '.')]),
    )
  }
  const given: Record<string, string> = {}
  for (const { configMapRef, secretRef } of envFrom) {
    const map = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)
    Object.assign(given, map ? withData.parse(map).data : {}, secretRef ? secretsOf(secretRef.name) : {})
  }
  for (const { name, value, valueFrom } of env) {
    const from = valueFrom?.secretKeyRef
    const found = from ? secretsOf(from.name)[from.key] : value
    if (found !== undefined) given[name] = found
  }
  return given
}

const ourContainers = everyPod.flatMap(({ name, pod, all }) =>
  pod.containers.filter(isOurs).map((one) => ({ name, container: one, all })),
)
const known = new Set(
  [...(text('lib/core/env.ts') + text('simulator/main.ts')).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, one]) => one,
  ),
)

describe('what our processes are given', () => {
  test.each(ourContainers)('$name: every variable is one of lib/core/env.ts', ({ container, all }) => {
    const given = environmentOf(container, all)
    expect(Object.keys(given).filter((one) => !known.has(one))).toEqual([])
    expect(() => readEnv(given)).not.toThrow()
  })

  const starting = ourContainers.filter(({ name }) => /^production: (Deployment|Job)/.test(name))
  test.each(starting)(
    '$name: production has the addresses and secrets that it needs',
    ({ name, container, all }) => {
      const given = environmentOf(container, all)
      const needed = [
        'PUBLIC_URL',
        'AUTH_SECRET',
        'KYC_KEY',
        'BACKUP_KEY',
        'MPESA_CALLBACK_SECRET',
        'MAIL_FROM',
      ]
      const all3 = [...needed, 'DATABASE_URL', 'REDIS_URL', 'TRUSTED_PROXY_HOPS', 'METRICS_TOKEN']
      const store = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
      const money = [...known].filter((one) =>
        /^MPESA_(CONSUMER|PASSKEY|INITIATOR|BASE_URL|CERTIFICATE)/.test(one ?? ''),
      )
      const wanted = name.endsWith(' worker')
        ? [...all3, ...store, ...money, 'SMTP_URL', 'BACKUP_DATABASE_URL']
        : name.endsWith(' realtime')
          ? all3
          : [...all3, ...store]
      expect(wanted.filter((one) => one && !given[one])).toEqual([])
      expect(readEnv(given).NGOMA_ENV).toBe('production')
      expect(readEnv(given).TRUSTED_PROXY_HOPS).toBe(2)
    },
  )

  test('the secrets of payouts, mails and the owner of the tables go to nobody who does not need them', () => {
    const who = (variable: string) =>
      ourContainers
        .filter(
          ({ name, container, all }) => /^production/.test(name) && variable in environmentOf(container, all),
        )
        .map(({ container }) => container.name)
    expect(who('MPESA_INITIATOR_PASSWORD')).toEqual(['worker'])
    expect(who('SMTP_URL')).toEqual(['worker'])
    expect(who('BACKUP_DATABASE_URL')).toEqual(['worker'])
  })

  test('processes listen where their containers and Services say', () => {
    const { WEB_PORT, REALTIME_PORT, WORKER_PORT, SIMULATOR_PORT } = readEnv({})
    const ports = { web: WEB_PORT, realtime: REALTIME_PORT, worker: WORKER_PORT, simulator: SIMULATOR_PORT }
    for (const { container } of ourContainers)
      for (const { containerPort } of container.ports)
        expect(ports).toMatchObject({ [container.name]: containerPort })
  })

  test('images of ours are targets of the Dockerfile', () => {
    const targets = [...text('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, target]) => target)
    for (const { container } of ourContainers)
      expect(targets).toContain(/ngoma[-/](\w+):/.exec(container.image)?.[1])
  })
})

const service = z.looseObject({
  spec: z.looseObject({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.looseObject({ port: z.int(), targetPort: z.string() })),
  }),
})

describe.each(Object.entries(namespaces))('in %s', (name, all) => {
  const pods = podsOf(all)

  test('each Service leads to a port of a pod', () => {
    for (const one of all.filter(({ kind }) => kind === 'Service')) {
      const { spec } = service.parse(one)
      const { 'statefulset.kubernetes.io/pod-name': _, ...wanted } = spec.selector
      const found = pods.filter(({ labels }) =>
        Object.entries(wanted).every(([key, value]) => labels[key] === value),
      )
      const open = found.flatMap(({ containers }) =>
        containers.flatMap(({ ports }) => ports.map((port) => port.name)),
      )
      for (const { targetPort } of spec.ports)
        expect([one.metadata.name, open]).toEqual([one.metadata.name, expect.arrayContaining([targetPort])])
    }
  })

  test('addresses without a dot are Services here', () => {
    const services = [...named(all, 'Service'), 'ngoma-postgres-rw']
    const addresses = ourContainers
      .filter((one) => one.name.startsWith(`${name}:`))
      .flatMap(({ container }) => Object.values(environmentOf(container, all)))
      .flatMap((value) => /^\w+:\/\/(?:[^@/]*@)?([a-z][\w-]*)(?=[:/]|$)/.exec(value)?.[1] ?? [])
    expect(addresses.filter((host) => !services.includes(host))).toEqual([])
    const upstreams = [...text('deploy/proxy/nginx.conf').matchAll(/^ {4}server (\w+):\d+;/gm)].map(
      ([, host]) => host,
    )
    expect(upstreams).toEqual(['web', 'realtime'])
    expect(services).toEqual(expect.arrayContaining(upstreams))
  })

  test('only those talk to each other who have to', () => {
    const label = (one: string) => ({ 'app.kubernetes.io/name': one })
    const postgres = { 'cnpg.io/cluster': 'ngoma-postgres', ...label('postgres') }
    const may = (from: string, to: string, port: number) =>
      mayConnect(all, label(from), to === 'postgres' ? postgres : label(to), port)
    expect(may('proxy', 'web', 3000) && may('proxy', 'realtime', 3001)).toBe(true)
    for (const one of ['web', 'realtime', 'worker', 'migrate']) {
      expect([one, may(one, 'postgres', 5432), may(one, 'valkey', 6379)]).toEqual([one, true, true])
    }
    for (const one of ['proxy', 'backup-proof', 'mail', 's3', 'simulator', 'valkey', 'anybody'])
      expect([one, may(one, 'postgres', 5432)]).toEqual([one, false])
    for (const one of ['proxy', 'backup-proof', 'anybody'])
      expect([one, may(one, 'valkey', 6379), may(one, 'worker', 3006)]).toEqual([one, false, false])
    expect(mayConnect(all, postgres, postgres, 5432)).toBe(true)
  })

  test('processes may be moved one at a time, and are spread', () => {
    expect(named(all, 'PodDisruptionBudget')).toEqual(
      expect.arrayContaining(['proxy', 'web', 'realtime', 'worker']),
    )
    for (const one of pods.filter(({ of }) => /^Deployment (proxy|web|realtime|worker)$/.test(of)))
      expect(one.spec).toMatchObject({ topologySpreadConstraints: [{ maxSkew: 1 }, { maxSkew: 1 }] })
  })

  test('PostgreSQL writes no phones down', () => {
    const cluster = all.find(({ kind }) => kind === 'Cluster')
    const parameters = Object.fromEntries(discreetLog.map((one) => one.split('=')))
    expect(cluster).toMatchObject({ spec: { postgresql: { parameters } } })
  })
})

describe('production', () => {
  const cluster = production.find(({ kind }) => kind === 'Cluster')

  test('a commit waits for a standby, and every change goes to S3', () => {
    expect(cluster).toMatchObject({
      spec: {
        instances: 3,
        postgresql: {
          synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true },
        },
        plugins: [{ isWALArchiver: true, parameters: { barmanObjectName: 'ngoma-postgres' } }],
      },
    })
    expect(named(production, 'ObjectStore')).toEqual(['ngoma-postgres'])
    expect(production.find(({ kind }) => kind === 'ScheduledBackup')).toMatchObject({
      spec: { cluster: { name: cluster?.metadata.name }, method: 'plugin' },
    })
  })

  test('web grows by CPU, worker by the inbox and realtime by sockets, which are metrics of ours', () => {
    expect(production.find(({ kind }) => kind === 'HorizontalPodAutoscaler')).toMatchObject({
      spec: { scaleTargetRef: { name: 'web' }, metrics: [{ resource: { name: 'cpu' } }] },
    })
    const scaled = production.filter(({ kind }) => kind === 'ScaledObject')
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(['worker', 'realtime'])
    const asked = JSON.stringify(scaled)
    const metrics = [...asked.matchAll(/\b(ngoma_\w+)/g)].map(([, metric]) => metric)
    expect(metrics).toEqual(['ngoma_waiting_rows', 'ngoma_sockets_open'])
    expect(text('workers/metrics.ts')).toContain("name: 'ngoma_waiting_rows'")
    expect(text('workers/metrics.ts')).toMatch(/^ {4}inbox: /m)
    expect(text('server/realtime/figures.ts')).toContain("name: 'ngoma_sockets_open'")
    for (const { metadata } of scaled)
      expect(
        production.find((one) => one.kind === 'Deployment' && one.metadata.name === metadata.name),
      ).not.toHaveProperty('spec.replicas')
  })

  test('Prometheus brings the token', () => {
    const ours = production.filter(
      ({ kind, metadata }) => kind === 'PodMonitor' && metadata.name !== 'postgres',
    )
    expect(ours).toHaveLength(3)
    for (const one of ours)
      expect(one).toMatchObject({
        spec: {
          podMetricsEndpoints: [
            { authorization: { credentials: { name: 'ngoma-secrets', key: 'METRICS_TOKEN' } } },
          ],
        },
      })
    expect(secretKeys.get('ngoma-secrets')).toContain('METRICS_TOKEN')
  })

  test('people come to the proxy by https', () => {
    const settings = withData.parse(production.find(({ metadata }) => metadata.name === 'ngoma-settings'))
    const host = new URL(settings.data.PUBLIC_URL ?? '').hostname
    expect(settings.data.PUBLIC_URL).toMatch(/^https:/)
    expect(production.find(({ kind }) => kind === 'Ingress')).toMatchObject({
      spec: {
        tls: [{ hosts: [host], secretName: 'ngoma-tls' }],
        rules: [{ host, http: { paths: [{ backend: { service: { name: 'proxy' } } }] } }],
      },
    })
    expect(secretKeys.has('ngoma-tls')).toBe(true)
  })

  test('no manifest of production holds a secret', () => {
    expect(Object.values(applied).flatMap((all) => (all === demo ? [] : named(all, 'Secret')))).toEqual([])
  })

  test('the secrets that CloudNativePG is told of are in the table', () => {
    const names = [
      ...JSON.stringify(production).matchAll(
        /"(?:passwordSecret|accessKeyId|secretAccessKey)":\{"name":"([\w-]+)"/g,
      ),
    ]
    expect(names).toHaveLength(3)
    for (const [, name = ''] of names) expect([...secretKeys.keys()]).toContain(name)
  })

  test('a restored server writes beside the old one, and is otherwise the same', () => {
    const restored = applied['production/recovery']?.find(({ kind }) => kind === 'Cluster')
    expect(restored).toMatchObject({
      spec: {
        instances: 3,
        bootstrap: { recovery: { source: 'before' } },
        externalClusters: [{ name: 'before', plugin: { parameters: { serverName: 'ngoma-postgres' } } }],
      },
    })
    expect(restored).not.toMatchObject({
      spec: { plugins: [{ parameters: { serverName: 'ngoma-postgres' } }] },
    })
  })
})

describe('what runs beside the processes', () => {
  test('the migration is the one that docker-compose runs', () => {
    const [compose] = readYaml(path.join(root, 'docker-compose.yml'))
    const { services } = z
      .looseObject({ services: z.looseObject({ migrate: z.looseObject({ command: z.array(z.string()) }) }) })
      .parse(compose)
    const [pod] = podsOf(demo.filter(({ kind }) => kind === 'Job'))
    expect(pod?.containers[0]?.command).toEqual(services.migrate.command)
  })

  test('the nightly proof runs the command that restores, which the image of the worker has', () => {
    const [pod] = podsOf(production.filter(({ kind }) => kind === 'CronJob'))
    const script = pod?.spec.containers[0]?.args.join('\n') ?? ''
    const [command = ''] = /workers\/[\w-]+\.ts/.exec(script) ?? []
    expect(existsSync(path.join(root, command))).toBe(true)
    expect(text('package.json')).toContain(`"db:restore": "node --env-file-if-exists=.env ${command}"`)
  })

  test('probes ask for pages that the processes have', () => {
    expect(existsSync(path.join(root, 'app/api/ready/route.ts'))).toBe(true)
    expect(existsSync(path.join(root, 'app/api/health/route.ts'))).toBe(true)
    expect(text('workers/operations-server.ts')).toContain("app.get('/ready'")
    expect(text('workers/operations-server.ts')).toContain("app.get('/health'")
    expect(text('server/realtime/pages.ts')).toContain("path === '/health'")
  })

  test('the demo’s object store knows the login of docker-compose’s', () => {
    expect(JSON.parse(text('deploy/kubernetes/demo/s3.json'))).toEqual(JSON.parse(text('deploy/s3.json')))
    expect(text('deploy/s3.json')).toContain(
      withStrings.parse(demo.find(({ metadata }) => metadata.name === 'ngoma-store')).stringData
        .S3_SECRET_ACCESS_KEY,
    )
  })
})
