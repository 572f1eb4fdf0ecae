import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { z } from 'zod'
import type { Manifest } from './kustomize.ts'

/** Kinds with a published schema: Kubernetes, KEDA and the Prometheus Operator. */
const published: Record<string, { prototype: { validate(): void } }> = {
  'v1 ConfigMap': ConfigMap,
  'v1 Namespace': Namespace,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim,
  'v1 Secret': Secret,
  'v1 Service': Service,
  'v1 ServiceAccount': ServiceAccount,
  'apps/v1 Deployment': Deployment,
  'apps/v1 StatefulSet': StatefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 CronJob': CronJob,
  'batch/v1 Job': Job,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'monitoring.coreos.com/v1 PodMonitor': PodMonitor,
  'monitoring.coreos.com/v1 PrometheusRule': PrometheusRule,
}

const text = z.string().min(1)
const named = z.strictObject({ name: text })
const keyOf = z.strictObject({ name: text, key: text })
const amounts = z.strictObject({ cpu: text.optional(), memory: text })
const barman = (parameters: z.ZodType) =>
  z.strictObject({ name: z.literal('barman-cloud.cloudnative-pg.io'), parameters })
const place = z.strictObject({ barmanObjectName: text, serverName: text })

const described = z.looseObject({ name: text })

/** CloudNativePG and its plugin publish no schema: the fields that we use, as in version 1.30. */
const described130: Record<string, z.ZodType> = {
  'postgresql.cnpg.io/v1 Cluster': z.strictObject({
    apiVersion: text,
    kind: text,
    metadata: described,
    spec: z.strictObject({
      instances: z.int().min(1),
      imageName: z.string().startsWith('ghcr.io/cloudnative-pg/postgresql:18'),
      bootstrap: z.union([
        z.strictObject({
          initdb: z.strictObject({
            database: text,
            owner: text,
            encoding: text,
            localeCType: text,
            localeCollate: text,
            localeProvider: z.literal('builtin'),
            builtinLocale: text,
            dataChecksums: z.boolean(),
            postInitApplicationSQL: z.array(text),
          }),
        }),
        z.strictObject({
          recovery: z.strictObject({
            source: text,
            database: text,
            owner: text,
            recoveryTarget: z.strictObject({ targetTime: z.iso.datetime() }),
          }),
        }),
      ]),
      managed: z.strictObject({
        roles: z.array(
          z.strictObject({
            name: text,
            ensure: z.enum(['present', 'absent']),
            login: z.boolean(),
            inherit: z.boolean(),
            inRoles: z.array(text),
            passwordSecret: named,
          }),
        ),
      }),
      postgresql: z.strictObject({
        parameters: z.record(text, z.string()),
        synchronous: z
          .strictObject({
            method: z.enum(['any', 'first']),
            number: z.int().min(1),
            dataDurability: z.enum(['required', 'preferred']),
            failoverQuorum: z.boolean(),
          })
          .optional(),
      }),
      affinity: z
        .strictObject({
          enablePodAntiAffinity: z.boolean(),
          podAntiAffinityType: z.enum(['required', 'preferred']),
          topologyKey: text,
        })
        .optional(),
      plugins: z.array(barman(place).extend({ isWALArchiver: z.boolean() })).optional(),
      externalClusters: z.array(z.strictObject({ name: text, plugin: barman(place) })).optional(),
      storage: z.strictObject({ size: text }),
      walStorage: z.strictObject({ size: text }).optional(),
      resources: z.strictObject({ requests: amounts, limits: amounts }),
    }),
  }),
  'postgresql.cnpg.io/v1 ScheduledBackup': z.strictObject({
    apiVersion: text,
    kind: text,
    metadata: described,
    spec: z.strictObject({
      // Six fields, with seconds first.
      schedule: z.string().regex(/^(\S+ ){5}\S+$/),
      immediate: z.boolean(),
      backupOwnerReference: z.enum(['none', 'self', 'cluster']),
      cluster: named,
      method: z.literal('plugin'),
      pluginConfiguration: z.strictObject({ name: z.literal('barman-cloud.cloudnative-pg.io') }),
    }),
  }),
  'barmancloud.cnpg.io/v1 ObjectStore': z.strictObject({
    apiVersion: text,
    kind: text,
    metadata: described,
    spec: z.strictObject({
      retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
      configuration: z.strictObject({
        destinationPath: z.string().startsWith('s3://'),
        endpointURL: z.url(),
        s3Credentials: z.strictObject({ accessKeyId: keyOf, secretAccessKey: keyOf }),
        wal: z.strictObject({ compression: text, maxParallel: z.int() }),
        data: z.strictObject({ compression: text }),
      }),
    }),
  }),
}

/** Validates a manifest by its kind's schema; a kind without one is a problem. */
export function problemsOf(manifest: Manifest): string[] {
  const kind = `${manifest.apiVersion} ${manifest.kind}`
  const model = published[kind]
  if (model) return problemsByModel(model, manifest)
  const shape = described130[kind]
  if (!shape) return [`no schema of ${kind} is known`]
  const { error } = shape.safeParse(manifest)
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}

/**
 * The packages' schemas accept unknown fields, as an API server does, and drop them. Their validators read
 * every known field, so a field that was never read is unknown.
 */
function problemsByModel(model: { prototype: { validate(): void } }, manifest: Manifest): string[] {
  const unread = new Set<string>()
  const watched = watch(manifest, '', unread)
  try {
    model.prototype.validate.call(watched)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...unread].map((field) => `${field} is no field`)
}

/** @param unread paths of unread fields in objects that were read */
function watch(value: object, at: string, unread: Set<string>): object {
  for (const key of Object.keys(value)) unread.add(`${at}/${key}`)
  const inside = new Map<PropertyKey, object>()
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${at}/${String(key)}`)
      const found: unknown = Reflect.get(target, key)
      if (typeof found !== 'object' || found === null) return found
      const child = inside.get(key) ?? watch(found, `${at}/${String(key)}`, unread)
      inside.set(key, child)
      return child
    },
  })
}
