import { z } from 'zod'
import { prisma } from '#lib/core/prisma.ts'
import { putObject, readObject } from '#lib/core/storage.ts'

/** An end of the chain. Position 0 is before the first row. */
export type ChainHead = { readonly position: number; readonly hash: string }

const stored = z.object({ position: z.number().int(), hash: z.string() })

/**
 * Returns the end of the chain as last noted in the object store; null before the first note. An attacker who
 * rewrites the database or deletes its newest rows would also have to rewrite this file.
 */
export async function readNotedHead(): Promise<ChainHead | null> {
  const at = await placeOfHead()
  const bytes = at ? await readObject(at) : new Uint8Array()
  return bytes.length > 0 ? stored.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))) : null
}

export async function noteHead(head: ChainHead): Promise<void> {
  const at = await placeOfHead()
  if (at) await putObject(at, { body: Buffer.from(JSON.stringify(head)), contentType: 'application/json' })
}

/** The file is named after the chain's first link, because several databases may share a store. */
async function placeOfHead(): Promise<{ bucket: 'private'; key: string } | null> {
  const first = await prisma().auditSeal.findUnique({ where: { position: 1 }, select: { hash: true } })
  return first ? { bucket: 'private', key: `audit/head-${first.hash.slice(0, 16)}.json` } : null
}
