import { fallbacks } from '#messages/fallbacks.ts'
import { pageLocale } from '../messages/page-locale.ts'

export function fallbackMessage(): string {
  return fallbacks.request[pageLocale()]
}

/** The answer's first sentence, by a fixed order of fields. */
export function selectErrorMessage(data: unknown, ownMessage = ''): string {
  return polish(firstSentence(data) || ownMessage.trim() || fallbackMessage())
}

export function giftErrorMessage(data: unknown): string {
  return polish(firstSentence(data) || fallbacks.gift[pageLocale()])
}

/** Returns '' for an answer without a code. */
export function errorCode(data: unknown): string {
  return isRecord(data) && typeof data.code === 'string' ? data.code : ''
}

/** Returns each field's sentences, joined. */
export function fieldErrors(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.errors)) return {}
  return Object.fromEntries(
    Object.entries(data.errors)
      .map(([field, sentences]) => [field, polish(sentencesOf(sentences).join(' '))] as const)
      .filter(([, sentence]) => sentence !== ''),
  )
}

export function firstFieldErrors(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.errors)) return {}
  return Object.fromEntries(
    Object.entries(data.errors).flatMap(([field, sentences]) =>
      Array.isArray(sentences) && typeof sentences[0] === 'string' ? [[field, sentences[0]]] : [],
    ),
  )
}

function firstSentence(data: unknown): string {
  // HTML of a proxy is no sentence.
  if (typeof data === 'string') return data.trimStart().startsWith('<') ? '' : data.trim()
  if (!isRecord(data)) return ''
  const errors = isRecord(data.errors) ? data.errors : {}
  const candidates = [
    first(data.verification_required),
    joined(data.error),
    first(errors.track_id),
    first(Object.values(errors)[0]),
    first(data.non_field_errors),
    joined(data.detail),
    joined(data.message),
  ]
  return candidates.find(Boolean) ?? ''
}

function first(value: unknown): string {
  return sentencesOf(value)[0] ?? ''
}

function joined(value: unknown): string {
  return sentencesOf(value).join(' ')
}

function sentencesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
}

/** Unwraps "['msg']", and uses the documented sentence for too many votes. */
function polish(text: string): string {
  const inner = /^\s*\[\s*(['"])([\s\S]*?)\1[\s\S]*\]\s*$/.exec(text)?.[2]
  const sentence = (inner ?? text).trim()
  return /already voted|max(imum)? votes/i.test(sentence) ? fallbacks.maxVotes[pageLocale()] : sentence
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
