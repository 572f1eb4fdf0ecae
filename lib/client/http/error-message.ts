import { fallbacks } from '#messages/fallbacks.ts'
import { pageLocale } from '../messages/page-locale.ts'

/** Returns the sentence for an answer that has none, in the language of the page. */
export function fallbackMessage(): string {
  return fallbacks.request[pageLocale()]
}

/**
 * Selects the sentence to show for a refused request: the first one that the answer's fields have, in a fixed order.
 * @param data the answer's body, parsed where it was JSON
 * @param ownMessage the error's own message, where there is one
 */
export function selectErrorMessage(data: unknown, ownMessage = ''): string {
  return polish(firstSentence(data) || ownMessage.trim() || fallbackMessage())
}

/** Selects the sentence to show for a refused gift, which has its own fallback. */
export function giftErrorMessage(data: unknown): string {
  return polish(firstSentence(data) || fallbacks.gift[pageLocale()])
}

/** Returns the `code` of a refusal, which is for programs; '' without one. */
export function errorCode(data: unknown): string {
  return isRecord(data) && typeof data.code === 'string' ? data.code : ''
}

/** Returns the sentences of a validation answer by field, each list joined. */
export function fieldErrors(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.errors)) return {}
  return Object.fromEntries(
    Object.entries(data.errors)
      .map(([field, sentences]) => [field, polish(sentencesOf(sentences).join(' '))] as const)
      .filter(([, sentence]) => sentence !== ''),
  )
}

/** Returns the first sentence of a validation answer about each field. */
export function firstFieldErrors(data: unknown): Record<string, string> {
  if (!isRecord(data) || !isRecord(data.errors)) return {}
  return Object.fromEntries(
    Object.entries(data.errors).flatMap(([field, sentences]) =>
      Array.isArray(sentences) && typeof sentences[0] === 'string' ? [[field, sentences[0]]] : [],
    ),
  )
}

function firstSentence(data: unknown): string {
  // A proxy that can not reach the server answers with a page of its own, which is no sentence.
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

/** Unwraps "['msg']", and replaces a sentence about too many votes by the documented one. */
function polish(text: string): string {
  const inner = /^\s*\[\s*(['"])([\s\S]*?)\1[\s\S]*\]\s*$/.exec(text)?.[2]
  const sentence = (inner ?? text).trim()
  return /already voted|max(imum)? votes/i.test(sentence) ? fallbacks.maxVotes[pageLocale()] : sentence
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
