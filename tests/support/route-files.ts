// The route files under app/api, found by the documented path: a call whose route is missing is noticed, and a new call
// is tested without being listed anywhere.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call, Method } from '#lib/contract/call.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'

const api = path.resolve('app/api')

export type RouteModule = Record<Method | 'PUT' | 'OPTIONS', RouteHandler>

/** @throws Error where no route file lies under the call's path */
export async function loadRoute(call: Call): Promise<RouteModule> {
  const folder = call.path.split('/').filter(Boolean).reduce(intoFolder, api)
  const file = path.join(folder, 'route.ts')
  if (!existsSync(file)) throw new Error(`no route file for ${call.method} ${call.path}: ${file}`)
  return import(pathToFileURL(file).href)
}

/** Next calls a parameter's folder `[name]`. */
function intoFolder(parent: string, segment: string): string {
  return path.join(parent, segment.replace(/^\{(\w+)\}$/, '[$1]'))
}

/** The documented paths of all route files, catch-alls left out. */
export function routePaths(): string[] {
  return readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'route.ts' && !name.includes('[...') && !name.includes('[[...'))
    .map((name) => `/${path.dirname(name).replace(/\[(\w+)\]/g, '{$1}')}/`)
}
