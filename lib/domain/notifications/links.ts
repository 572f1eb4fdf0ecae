import { type NotificationKind, notificationKinds } from '#lib/contract/notifications/constants.ts'
import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex, uuidFromHex } from '#lib/core/ids.ts'
import type { Unsubscribe } from '#lib/domain/mail/deliver.ts'

// Tokens of mailed links are derived, not stored: the same mail always has the same token.

/** A user who unsubscribes from `kinds`, or a voter who follows a result. */
export type Unsubscriber =
  | { readonly who: 'member'; readonly id: string; readonly kinds: readonly NotificationKind[] }
  | { readonly who: 'follower'; readonly id: string }

const SIGNATURE_DIGITS = 32

/** A token for unsubscribing without a login; it never expires. */
export function unsubscribeToken(of: Unsubscriber): string {
  const kinds =
    of.who === 'member' ? [...new Set(of.kinds)].map((kind) => notificationKinds.indexOf(kind)) : []
  const subject = `${of.who === 'member' ? 'm' : 'f'}${of.id.replaceAll('-', '')}${kinds.map((at) => `-${at}`).join('')}`
  return `${subject}.${sign('unsubscribe', subject)}`
}

/** @returns undefined for a wrong signature */
export function readUnsubscribeToken(token: string): Unsubscriber | undefined {
  const subject = readSigned('unsubscribe', token)
  const [, letter, hex = '', list = ''] = /^([mf])([0-9a-f]{32})((?:-\d+)*)$/.exec(subject ?? '') ?? []
  const id = uuidFromHex(hex)
  if (!letter || !isUuid(id)) return undefined
  if (letter === 'f') return { who: 'follower', id }
  const kinds = list
    .split('-')
    .filter(Boolean)
    .map((at) => notificationKinds[Number(at)])
    .filter((kind) => kind !== undefined)
  return { who: 'member', id, kinds }
}

export function unsubscribeLinks(of: Unsubscriber): Unsubscribe {
  const token = unsubscribeToken(of)
  return {
    path: `/unsubscribe?${new URLSearchParams({ token })}`,
    oneClickPath: `/api/notifications/one-click/${token}/`,
  }
}

export function confirmToken(followerId: string): string {
  const subject = followerId.replaceAll('-', '')
  return `${subject}.${sign('confirm-follow', subject)}`
}

/** @returns undefined for a wrong signature */
export function readConfirmToken(token: string): string | undefined {
  const id = uuidFromHex(readSigned('confirm-follow', token) ?? '')
  return isUuid(id) ? id : undefined
}

function sign(purpose: string, subject: string): string {
  return signHex(env.AUTH_SECRET, `${purpose}:${subject}`, SIGNATURE_DIGITS)
}

function readSigned(purpose: string, token: string): string | undefined {
  const [subject = '', signature = '', ...more] = token.trim().toLowerCase().split('.')
  const isRight = equalInConstantTime(signature, sign(purpose, subject))
  return isRight && more.length === 0 ? subject : undefined
}
