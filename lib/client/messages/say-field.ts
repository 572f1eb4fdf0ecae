import { defaultLocale, isLocale } from '#messages/locales.ts'
import { decodeSentence, say } from '#messages/server/catalogue.ts'
import { fields } from '#messages/server/fields.ts'

/** Translates a schema's message. This file contains the schemas' sentences, so it loads with them. */
export function sayField(locale: string, message: string): string {
  return say(fields, isLocale(locale) ? locale : defaultLocale, decodeSentence(message) ?? []) || message
}
