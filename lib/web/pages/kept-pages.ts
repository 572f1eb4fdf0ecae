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
 * Next's own store of prerendered pages (next.config.mjs, cacheHandler). A kept page is the same for everybody, so no
 * nonce can go with it; its policy lists the hashes of its inline scripts instead, reckoned once for each rendering.
 * A page that says so is answered with another status than 200.
 */
export default class KeptPages extends nextsStore.default {
  override async get(...args: Parameters<Get>): ReturnType<Get> {
    const kept = await super.get(...args)
    // Pages of the build come from disk as Next wrote them.
    if (kept) complete(kept.value)
    return kept
  }

  /** What is stored is what is answered: a page rendered for this request is complete before it is sent. */
  override set(key: string, value: Value, context: Parameters<Set>[2]): ReturnType<Set> {
    complete(value)
    return super.set(key, value, context)
  }
}

function complete(value: Value): void {
  if (value?.kind !== 'APP_PAGE' || value.headers?.[POLICY]) return
  const policy = `${hashedScripts(value.html)}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  value.headers = { ...value.headers, [POLICY]: policy }
  const status = STATUS.exec(value.html)?.[1]
  if (status) value.status = Number(status)
}
