import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readEnv } from '#lib/core/env.ts'
import { needsOf } from '#lib/core/production/needs.ts'
import type { Pod } from './kubernetes-pods.ts'
import { problemsOf } from './kubernetes-schemas.ts'
import {
  applied,
  environmentOf,
  everyPod,
  folder,
  keysOf,
  named,
  namespaces,
  ourContainers,
  readFiles,
  root,
  secretKeys,
  text,
} from './kubernetes-stage.ts'
import { KUSTOMIZATION, type Manifest } from './kustomize.ts'

describe('the manifests', () => {
  test.each(Object.keys(applied))('%s keeps to the published schemas', (name) => {
    const problems = (applied[name] ?? []).flatMap((one) =>
      problemsOf(one).map((problem) => `${one.kind} ${one.metadata.name}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  test('a field that no schema knows is found', () => {
    const wrong = (spec: object) =>
      problemsOf({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec })
    expect(wrong({ ports: [{ port: 1, tragetPort: 2 }] })).toEqual(['/spec/ports/0/tragetPort is no field'])
    expect(wrong({ ports: [{ port: 'one' }] })).toEqual([expect.stringContaining('/spec/ports/0/port')])
    expect(wrong({ ports: [{ port: 1, targetPort: 2 }] })).toEqual([])
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

const known = new Set(
  [
    ...(text('lib/core/env-variables.ts') + text('simulator/main.ts')).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
  ].map(([, one]) => one),
)

describe('what our processes are given', () => {
  test.each(ourContainers)(
    '$name: every variable is one of lib/core/env-variables.ts',
    ({ container, all }) => {
      const given = environmentOf(container, all)
      expect(Object.keys(given).filter((one) => !known.has(one))).toEqual([])
      expect(() => readEnv(given)).not.toThrow()
    },
  )

  const starting = ourContainers.filter(({ name }) => /^production: (Deployment|Job)/.test(name))
  test.each(starting)('$name: production has what this process needs', ({ container, all }) => {
    const given = environmentOf(container, all)
    const env = readEnv(given)
    expect(env).toMatchObject({
      NGOMA_ENV: 'production',
      NGOMA_PROCESS: container.name,
      TRUSTED_PROXY_HOPS: 2,
    })
    expect(needsOf(env.NGOMA_PROCESS).filter((name) => !given[name])).toEqual([])
    if (container.name !== 'migrate') expect(given).toHaveProperty('METRICS_TOKEN')
  })

  test.each(starting)('$name: it has no secret that it does not read', ({ container, all }) => {
    const secrets = new Set([...secretKeys.values()].flat())
    const read: string[] = [...needsOf(readEnv(environmentOf(container, all)).NGOMA_PROCESS)]
    const besides = ['METRICS_TOKEN', 'BACKUP_DATABASE_URL', 'MPESA_INITIATOR_NAME']
    const given = Object.keys(environmentOf(container, all)).filter((name) => secrets.has(name))
    expect(given.filter((name) => !read.includes(name) && !besides.includes(name))).toEqual([])
  })

  test('realtime has no key of identities, backups, files, mail or money', () => {
    const own = ourContainers.find(({ name }) => name === 'production: Deployment realtime')
    const secrets = own?.container.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])
    expect(secrets).toEqual(['ngoma-secrets'])
    expect(secretKeys.get('ngoma-secrets')).toEqual(['AUTH_SECRET', 'METRICS_TOKEN', 'REDIS_URL'])
  })

  test('only the migration and the backups have the login that owns the tables', () => {
    const owners = ourContainers
      .filter(({ name }) => name.startsWith('production'))
      .flatMap(({ container, all }) =>
        Object.entries(environmentOf(container, all)).map(([key, value]) => [container.name, key, value]),
      )
      .filter(([, , value]) => value?.startsWith('postgresql://ngoma:'))
    expect(owners.map(([who, key]) => `${who} ${key}`)).toEqual([
      'worker BACKUP_DATABASE_URL',
      'migrate DATABASE_URL',
    ])
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
