import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { environmentOfTarget } from './image-environment.ts'
import { type Container, podsOf } from './kubernetes-pods.ts'
import { type Manifest, render } from './kustomize.ts'
import { ownValue } from './own-value.ts'

// The rendered manifests of deploy/kubernetes, and the environment of their processes.

export const root = path.resolve(import.meta.dirname, '../..')
export const folder = path.join(root, 'deploy/kubernetes')
export const text = (file: string) => readFileSync(path.join(root, file), 'utf8')

export const readFiles = new Set<string>()
const rendered = (name: string) => render(path.join(folder, name), (file) => readFiles.add(file))
export const demo = rendered('demo')
export const production = rendered('production')
const migration = rendered('production/migration')
export const applied: Record<string, Manifest[]> = {
  demo,
  production,
  'production/stores': rendered('production/stores'),
  'production/migration': migration,
  'production/recovery': rendered('production/recovery'),
}
/** Manifests per namespace. */
export const namespaces: Record<string, Manifest[]> = { demo, production: [...production, ...migration] }

export const named = (all: Manifest[], kind: string) =>
  all.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
export const isOurs = ({ image }: Container) => /(^|\/)ngoma[-/]/.test(image)

const chapterOfSecrets = /^## Secrets$.*?(?=^## )/ms.exec(text('docs/operations/kubernetes.md'))?.[0] ?? ''

/** From docs/operations/kubernetes.md: Secrets outside the manifests, with their keys. */
export const secretKeys = new Map(
  [...chapterOfSecrets.matchAll(/^\| `([a-z0-9-]+)` \| ([^|]+) \|/gm)].map(([, name = '', keys = '']) => [
    name,
    [...keys.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key),
  ]),
)

export const withData = z.looseObject({ data: z.record(z.string(), z.string()) })
export const withStrings = z.looseObject({ stringData: z.record(z.string(), z.string()) })

/** From the namespace, or from the table. */
export function keysOf(all: Manifest[], name: string): string[] | undefined {
  const own = all.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)
  return own ? Object.keys(withStrings.parse(own).stringData) : secretKeys.get(name)
}

/** With sample values for those that a manifest leaves open. */
export function environmentOf({ image, envFrom, env }: Container, all: Manifest[]): Record<string, string> {
  const secretsOf = (name: string) => {
    const own = all.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)
    if (own) return withStrings.parse(own).stringData
    const keys = secretKeys.get(name) ?? []
    return Object.fromEntries(keys.map((key) => [key, ownValue(key === 'uri' ? `${name} uri` : key)]))
  }
  const given = environmentOfTarget(/ngoma[-/](\w+):/.exec(image)?.[1] ?? '')
  for (const { configMapRef, secretRef } of envFrom) {
    const map = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)
    const settings = Object.entries(map ? withData.parse(map).data : {})
    for (const [name, value] of settings) given[name] = value === '' ? ownValue(name) : value
    Object.assign(given, secretRef ? secretsOf(secretRef.name) : {})
  }
  for (const { name, value, valueFrom } of env) {
    const from = valueFrom?.secretKeyRef
    const found = from ? secretsOf(from.name)[from.key] : value
    if (found !== undefined) given[name] = found
  }
  return given
}

export const everyPod = Object.entries(namespaces).flatMap(([name, all]) =>
  podsOf(all).map((pod) => ({ name: `${name}: ${pod.of}`, pod, all })),
)

export const ourContainers = everyPod.flatMap(({ name, pod, all }) =>
  pod.containers.filter(isOurs).map((one) => ({ name, container: one, all })),
)
