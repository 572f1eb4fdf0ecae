import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { discreetLog, lostClients } from '#server/local/postgres.ts'
import { mayConnect, podsOf } from './kubernetes-pods.ts'
import {
  applied,
  demo,
  environmentOf,
  named,
  namespaces,
  ourContainers,
  production,
  root,
  secretKeys,
  text,
  withData,
  withStrings,
} from './kubernetes-stage.ts'
import { readYaml } from './kustomize.ts'
import { rules } from './promql.ts'

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
      .flatMap((value) => (URL.canParse(value) ? new URL(value).hostname : []))
    expect(addresses).toEqual(expect.arrayContaining(['realtime', 'valkey', 'ngoma-postgres-rw']))
    expect(addresses.filter((host) => !host.includes('.') && !services.includes(host))).toEqual([])
    const proxied = text('deploy/proxy/fixed-addresses.conf')
    const upstreams = [...proxied.matchAll(/^ {2}server (\w+):\d+;/gm)].map(([, host]) => host)
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

  test('PostgreSQL writes no phones down, and ends statements whose client has gone', () => {
    const cluster = all.find(({ kind }) => kind === 'Cluster')
    const parameters = Object.fromEntries([...discreetLog, ...lostClients].map((one) => one.split('=')))
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

  test('the stores find names before the rules of all pods are there, and Valkey refuses what does not fit', () => {
    const toNames = applied['production/stores']?.filter(
      (one) => one.kind === 'NetworkPolicy' && JSON.stringify(one).includes('"port":53'),
    )
    expect(toNames).toMatchObject([{ spec: { podSelector: {}, policyTypes: ['Egress'] } }])
    expect(text('deploy/kubernetes/production/stores/valkey/valkey.conf')).toMatch(/^maxmemory \d+mb$/m)
  })

  test('the proof of a backup has room for the whole database', () => {
    const proof = JSON.stringify(production.find(({ kind }) => kind === 'CronJob'))
    const [, room] = /"name":"database","emptyDir":\{"sizeLimit":"(\w+)"\}/.exec(proof) ?? []
    expect(cluster).toMatchObject({ spec: { storage: { size: room } } })
  })

  test('and as much shared memory as PostgreSQL has elsewhere', () => {
    const [pod] = podsOf(production.filter(({ kind }) => kind === 'CronJob'))
    const [postgres] = pod?.spec.initContainers ?? []
    const place = postgres?.volumeMounts.find(({ mountPath }) => mountPath === '/dev/shm')
    const volume = pod?.spec.volumes.find(({ name }) => name === place?.name)
    const [, size] = /shm_size: (\d+)m/.exec(text('deploy/single-server/docker-compose.yml')) ?? []
    expect(volume).toMatchObject({ emptyDir: { medium: 'Memory', sizeLimit: `${size}Mi` } })
  })

  test('web grows by CPU, worker by inbox and prompts, and realtime by sockets, which are metrics of ours', () => {
    expect(production.find(({ kind }) => kind === 'HorizontalPodAutoscaler')).toMatchObject({
      spec: { scaleTargetRef: { name: 'web' }, metrics: [{ resource: { name: 'cpu' } }] },
    })
    const scaled = production.filter(({ kind }) => kind === 'ScaledObject')
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(['worker', 'realtime'])
    const asked = JSON.stringify(scaled)
    const metrics = [...asked.matchAll(/\b(ngoma_\w+)/g)].map(([, metric]) => metric)
    expect(metrics).toEqual(['ngoma_waiting_rows', 'ngoma_waiting_rows', 'ngoma_sockets_open'])
    expect(text('workers/metrics.ts')).toContain("name: 'ngoma_waiting_rows'")
    expect(text('workers/metrics.ts')).toMatch(/^ {4}inbox: /m)
    expect(text('workers/metrics.ts')).toMatch(/^ {4}prompts: /m)
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

  test('Prometheus has the rules, and an operator reads what to do about each alert', () => {
    expect(named(production, 'PrometheusRule')).toEqual(['ngoma'])
    const alerts = rules.flatMap(({ alert }) => alert ?? [])
    expect(alerts).toContain('NgomaNoWorker')
    for (const alert of alerts) expect(text('docs/operations/kubernetes.md')).toContain(`\`${alert}\``)
    const asked = rules.map(({ expr }) => expr).join('\n')
    for (const [, what = ''] of asked.matchAll(/ngoma_waiting_rows\{[^}]*what="(\w+)"/g))
      expect(text('workers/metrics.ts')).toMatch(new RegExp(`^ {4}${what}: `, 'm'))
    for (const [, job = ''] of asked.matchAll(/job_name=~"([\w-]+)\.\*"/g))
      expect(named(production, 'CronJob')).toContain(job)
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

  test('the one with the processes’ password has the label by which CloudNativePG sees a new one', () => {
    const own = demo.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'ngoma-database')
    expect(own?.metadata).toMatchObject({ labels: { 'cnpg.io/reload': 'true' } })
    expect(text('docs/operations/kubernetes.md')).toMatch(/^\| `ngoma-database` \|.*`cnpg\.io\/reload=true`/m)
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

describe('commands of the document', () => {
  const blocks = [...text('docs/operations/kubernetes.md').matchAll(/^ *```sh\n([\s\S]+?)```/gm)]
  const chains = blocks.map(([, block = '']) => block.replaceAll(/ +#.*$/gm, '').replaceAll(/&&\s+/g, '&& '))

  test('start a version, and what was restored, only where the migration has ended well', () => {
    const apply = 'kubectl apply -k deploy/kubernetes/production'
    const starting = chains.filter((chain) => new RegExp(`${apply}(?![/\\w])`).test(chain))
    expect(starting).toHaveLength(2)
    const wait = 'kubectl -n ngoma wait --for=condition=complete job/migrate --timeout='
    for (const chain of starting) {
      expect(chain).toMatch(new RegExp(`${apply}/migration && .*${wait}\\d+s && ${apply} && `))
      // Of a job that has failed: whoever waited for its success alone would wait until the time is over.
      expect(chain).toContain(`--for=jsonpath='{.status.conditions[0].status}'=True job/migrate`)
    }
    expect(starting.join()).toMatch(
      /end-sessions\.ts && .*erase-account\.ts --after-restore && kubectl -n ngoma scale deployment web/,
    )
  })

  test('begin the archive of a recovered server with a backup of it', () => {
    const { metadata, spec } = z
      .looseObject({
        metadata: z.looseObject({ name: z.string() }),
        spec: z.looseObject({ plugins: z.array(z.looseObject({ name: z.string() })) }),
      })
      .parse(applied['production/recovery']?.find(({ kind }) => kind === 'Cluster'))
    expect(chains.join()).toContain(
      `kubectl cnpg backup ${metadata.name} -n ngoma --method plugin --plugin-name ${spec.plugins[0]?.name}\n`,
    )
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
