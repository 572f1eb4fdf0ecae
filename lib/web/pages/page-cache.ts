import { createRequire } from 'node:module'
import type FileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache'
import { env } from '#lib/core/env.ts'
import { calledHosts, hashedScripts } from './content-security.ts'

// Node itself loads this file, and to Node that module is CommonJS: its class is not the default of an import.
const nextsStore: { default: typeof FileSystemCache } = createRequire(import.meta.url)(
  'next/dist/server/lib/incremental-cache/file-system-cache',
)

const POLICY = 'content-security-policy'

type Get = FileSystemCache['get']
type Set = FileSystemCache['set']
type Value = Parameters<Set>[1]

/** Written by components/shell/answer-status.tsx. */
const STATUS = /<meta name="answer-status" content="(\d{3})"/

/**
 * Next's own cache of prerendered pages (next.config.mjs, cacheHandler), with three additions. A cached page is the same for
 * everybody, so it can not have a nonce; its content security policy lists the hashes of its inline scripts instead, which
 * are computed once for each rendering. A page that names another status than 200 is answered with it. And a page of the build is rendered anew before it is sent for the first time: the build has neither data
 * nor this installation's address.
 */
export default class PageCache extends nextsStore.default {
  override async get(...args: Parameters<Get>): ReturnType<Get> {
    const found = await super.get(...args)
    // Pages of the build come from disk as Next wrote them.
    if (found) complete(found.value)
    return found?.value?.kind === 'APP_PAGE' && isOfBuild(found.lastModified)
      ? { ...found, lastModified: EXPIRED }
      : found
  }

  /** Completes a page before it is stored, because it is also sent to the request for which it was rendered. */
  override set(key: string, value: Value, context: Parameters<Set>[2]): ReturnType<Set> {
    complete(value)
    return super.set(key, value, context)
  }
}

/** What Next takes for a page that must not be sent any more; any other age would be sent while a newer one is made. */
const EXPIRED = -1

/** Pages that this process has rendered are newer than itself; no page is written to disk but by a build (isrFlushToDisk). */
function isOfBuild(lastModified: number | undefined): boolean {
  return lastModified !== undefined && lastModified < performance.timeOrigin
}

/** Adds the policy and the status to a page that has none yet. */
function complete(value: Value): void {
  if (value?.kind !== 'APP_PAGE' || value.headers?.[POLICY]) return
  const policy = `${hashedScripts(value.html)}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  value.headers = { ...value.headers, [POLICY]: policy }
  const status = STATUS.exec(value.html)?.[1]
  if (status) value.status = Number(status)
}
