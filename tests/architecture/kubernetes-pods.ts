import { z } from 'zod'
import type { Manifest } from './kustomize.ts'

// Pods and network policies of deploy/kubernetes.

const name = z.string().min(1)
const ofSecret = z.looseObject({ name, key: name, optional: z.boolean().default(false) })

const container = z.looseObject({
  name,
  image: name,
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  ports: z.array(z.looseObject({ name, containerPort: z.int() })).default([]),
  envFrom: z
    .array(
      z.strictObject({
        configMapRef: z.object({ name }).optional(),
        secretRef: z.object({ name }).optional(),
      }),
    )
    .default([]),
  env: z
    .array(
      z.strictObject({
        name,
        value: z.string().optional(),
        valueFrom: z.strictObject({ secretKeyRef: ofSecret }).optional(),
      }),
    )
    .default([]),
  securityContext: z.record(z.string(), z.unknown()).default({}),
  resources: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  volumeMounts: z.array(z.looseObject({ name, mountPath: name })).default([]),
})
export type Container = z.infer<typeof container>

const podSpec = z.looseObject({
  serviceAccountName: name.optional(),
  initContainers: z.array(container).default([]),
  containers: z.array(container).min(1),
  volumes: z
    .array(
      z.looseObject({
        name,
        configMap: z.object({ name }).optional(),
        secret: z.object({ secretName: name }).optional(),
        persistentVolumeClaim: z.object({ claimName: name }).optional(),
      }),
    )
    .default([]),
})
const template = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: podSpec,
})
const ofTemplate = z.looseObject({ spec: z.looseObject({ template }) })
const ofJobTemplate = z.looseObject({
  spec: z.looseObject({ jobTemplate: z.looseObject({ spec: z.looseObject({ template }) }) }),
})

export type Pod = {
  /** Kind and name of its controller. */
  readonly of: string
  readonly kind: string
  readonly labels: Record<string, string>
  readonly spec: z.infer<typeof podSpec>
  readonly containers: readonly Container[]
}

/** From Deployments, StatefulSets, Jobs and CronJobs. */
export function podsOf(all: readonly Manifest[]): Pod[] {
  return all.flatMap((one) => {
    const isRun = ['Deployment', 'StatefulSet', 'Job'].includes(one.kind)
    if (!isRun && one.kind !== 'CronJob') return []
    const { metadata, spec } = isRun
      ? ofTemplate.parse(one).spec.template
      : ofJobTemplate.parse(one).spec.jobTemplate.spec.template
    const containers = [...spec.initContainers, ...spec.containers]
    return [
      { of: `${one.kind} ${one.metadata.name}`, kind: one.kind, labels: metadata.labels, spec, containers },
    ]
  })
}

const selector = z.strictObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(z.strictObject({ key: name, operator: z.literal('In'), values: z.array(name) }))
    .default([]),
})
const peers = z.array(
  z.strictObject({
    podSelector: selector.optional(),
    namespaceSelector: z.unknown().optional(),
    ipBlock: z.unknown().optional(),
  }),
)
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.int() }))
const policy = z.looseObject({
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])).min(1),
    ingress: z.array(z.strictObject({ from: peers, ports })).default([]),
    egress: z.array(z.strictObject({ to: peers, ports })).default([]),
  }),
})

type Labels = Record<string, string>

function selects({ matchLabels, matchExpressions }: z.infer<typeof selector>, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}

/** Whether the network policies allow a connection between two pods of this namespace. */
export function mayConnect(all: readonly Manifest[], from: Labels, to: Labels, port: number): boolean {
  const policies = all.filter(({ kind }) => kind === 'NetworkPolicy').map((one) => policy.parse(one).spec)
  const names = (some: z.infer<typeof peers>, labels: Labels) =>
    some.some(
      (peer) => peer.namespaceSelector === undefined && peer.podSelector && selects(peer.podSelector, labels),
    )
  const open = (some: z.infer<typeof ports>) => some.some((one) => one.port === port)
  const leaves = policies
    .filter(({ podSelector, policyTypes }) => policyTypes.includes('Egress') && selects(podSelector, from))
    .map(({ egress }) => egress.some((rule) => names(rule.to, to) && open(rule.ports)))
  const enters = policies
    .filter(({ podSelector, policyTypes }) => policyTypes.includes('Ingress') && selects(podSelector, to))
    .map(({ ingress }) => ingress.some((rule) => names(rule.from, from) && open(rule.ports)))
  const allowed = (rules: boolean[]) => rules.length === 0 || rules.includes(true)
  return allowed(leaves) && allowed(enters)
}
