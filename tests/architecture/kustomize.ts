import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

// A `kubectl kustomize` without its binary. Supports the parts of kustomize that we use and refuses the rest.
// Names stay: kustomize adds a digest to generated ones.

const name = z.string().min(1)

const manifest = z.looseObject({
  apiVersion: name,
  kind: name,
  metadata: z.looseObject({ name, namespace: name.optional() }),
})
export type Manifest = z.infer<typeof manifest>

const generator = z.strictObject({
  name,
  type: name.optional(),
  behavior: z.enum(['create', 'merge']).default('create'),
  files: z.array(name).default([]),
  envs: z.array(name).default([]),
  literals: z.array(name).default([]),
  options: z.strictObject({ labels: z.record(z.string(), z.string()) }).optional(),
})
type Generator = z.infer<typeof generator>

const kustomization = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: name.optional(),
  resources: z.array(name).default([]),
  components: z.array(name).default([]),
  images: z
    .array(z.strictObject({ name, newName: name.optional(), newTag: name, digest: name.optional() }))
    .default([]),
  patches: z.array(z.strictObject({ path: name, target: z.strictObject({ kind: name, name }) })).default([]),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
  generatorOptions: z.strictObject({ disableNameSuffixHash: z.boolean() }).optional(),
})

const operations = z.array(
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal(['add', 'replace']), path: name, value: z.unknown() }),
    z.strictObject({ op: z.literal('remove'), path: name }),
  ]),
)

export const KUSTOMIZATION = 'kustomization.yaml'

/** YAML 1.1, as Kubernetes reads it. @throws Error with file and line */
export function readYaml(file: string): unknown[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { version: '1.1', uniqueKeys: true }).map((one) => {
    if (one.errors[0]) throw new Error(`${file}: ${one.errors[0].message}`)
    return one.toJS()
  })
}

/**
 * Returns what `kubectl apply -k` would apply.
 * @param read called for each file
 * @throws Error if kustomize would refuse the folder, or for an unsupported part
 */
export function render(folder: string, read: (file: string) => void = () => undefined): Manifest[] {
  return build(folder, [], 'Kustomization', read)
}

function build(folder: string, below: Manifest[], kind: string, read: (file: string) => void): Manifest[] {
  const file = path.join(folder, KUSTOMIZATION)
  const own = kustomization.parse(readYaml(file)[0])
  if (own.kind !== kind) throw new Error(`${file} is no ${kind}`)
  read(file)
  const local = (relative: string) => {
    if (relative.startsWith('..')) throw new Error(`${file}: kustomize does not read ${relative}`)
    read(path.join(folder, relative))
    return path.join(folder, relative)
  }
  const found = [...below]
  const add = (some: Manifest[]) => {
    for (const one of some) {
      if (found.some((other) => idOf(other) === idOf(one))) throw new Error(`${file}: twice ${idOf(one)}`)
      found.push(one)
    }
  }
  for (const resource of own.resources) {
    const target = path.join(folder, resource)
    const isFolder = existsSync(path.join(target, KUSTOMIZATION))
    if (isFolder && !path.relative(target, folder).startsWith('..'))
      throw new Error(`${file}: ${resource} holds this folder`)
    add(
      isFolder
        ? build(target, [], 'Kustomization', read)
        : z.array(manifest).parse(readYaml(local(resource))),
    )
  }
  for (const one of own.configMapGenerator) generate('ConfigMap', one, local, found, add)
  for (const one of own.secretGenerator) generate('Secret', one, local, found, add)
  let all = found
  for (const component of own.components) all = build(path.join(folder, component), all, 'Component', read)
  for (const { path: patch, target } of own.patches) {
    const wanted = all.find((one) => one.kind === target.kind && one.metadata.name === target.name)
    if (!wanted) throw new Error(`${file}: no ${target.kind} ${target.name}`)
    for (const operation of operations.parse(readYaml(local(patch))[0])) change(wanted, operation, patch)
  }
  for (const image of own.images) for (const one of all) rename(one, image)
  if (own.namespace)
    for (const one of all) if (one.kind !== 'Namespace') one.metadata.namespace = own.namespace
  return all
}

const idOf = ({ apiVersion, kind, metadata }: Manifest) => `${apiVersion} ${kind} ${metadata.name}`

const dataOf = z.looseObject({ data: z.record(z.string(), z.string()) })

function generate(
  kind: 'ConfigMap' | 'Secret',
  from: Generator,
  local: (file: string) => string,
  found: Manifest[],
  add: (some: Manifest[]) => void,
): void {
  const lines = [
    ...from.envs.flatMap((file) => readFileSync(local(file), 'utf8').split('\n')),
    ...from.literals,
  ].filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const files = from.files.map((one) => {
    const [key, file = key] = one.split('=')
    return [path.basename(key ?? ''), readFileSync(local(file ?? ''), 'utf8')]
  })
  const values = lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)])
  const data: Record<string, string> = Object.fromEntries([...files, ...values])
  const former = found.find((one) => one.kind === kind && one.metadata.name === from.name)
  if (from.behavior === 'merge') {
    if (!former) throw new Error(`there is no ${kind} ${from.name} to merge with`)
    former.data = { ...dataOf.parse(former).data, ...data }
    return
  }
  const content = kind === 'Secret' ? { type: from.type ?? 'Opaque', stringData: data } : { data }
  add([{ apiVersion: 'v1', kind, metadata: { name: from.name, ...from.options }, ...content }])
}

type Branch = Record<string, unknown> | unknown[]
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** JSON Patch (RFC 6902). */
function change(on: Manifest, operation: z.infer<typeof operations>[number], patch: string): void {
  const steps = operation.path.slice(1).split('/')
  const last = steps.pop() ?? ''
  let place: Branch = on
  for (const step of steps) {
    const next: unknown = Reflect.get(place, step)
    if (!isBranch(next)) throw new Error(`${patch}: nothing at ${step} of ${operation.path}`)
    place = next
  }
  if (operation.op !== 'add' && !Reflect.has(place, last)) throw new Error(`${patch}: no ${operation.path}`)
  if (operation.op === 'remove') Reflect.deleteProperty(place, last)
  else if (Array.isArray(place))
    place.splice(
      last === '-' ? place.length : Number(last),
      operation.op === 'replace' ? 1 : 0,
      operation.value,
    )
  else place[last] = operation.value
}

/** Replaces an image's name and tag in every container. */
function rename(
  inside: unknown,
  image: {
    name: string
    newName?: string | undefined
    newTag: string
    digest?: string | undefined
  },
): void {
  if (typeof inside !== 'object' || inside === null) return
  for (const [key, value] of Object.entries(inside)) {
    if (key === 'image' && value === image.name)
      Reflect.set(
        inside,
        key,
        `${image.newName ?? image.name}:${image.newTag}${image.digest ? `@${image.digest}` : ''}`,
      )
    else rename(value, image)
  }
}
